/** Agents of this app, by the names that the lists of what they may use know them by. */
export const agentNames = ['QUICK'] as const
