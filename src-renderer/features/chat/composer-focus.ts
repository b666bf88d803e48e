/** Puts the cursor in the message box from anywhere, also just before it appears. */
export const composerId = 'composer'

export function focusComposer(): void {
  requestAnimationFrame(() => document.getElementById(composerId)?.focus())
}
