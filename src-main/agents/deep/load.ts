/** Loads the loop and its libraries (3 MB, a third of a second) when the first question comes, and not before. */
export type DeepLoop = typeof import('./loop/deep-loop.ts')

export const loadDeepLoop = (): Promise<DeepLoop> => import('./loop/deep-loop.ts')
