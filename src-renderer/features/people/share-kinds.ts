/** The three kinds of what can be shared, and what an answer to a question makes of them. Pure. */
import type { ShareLevelsView } from '../../../src-main/api/contract/people.ts'

export const shareKinds = ['chat', 'health', 'genetics'] as const satisfies readonly (keyof ShareLevelsView)[]
export type ShareKind = (typeof shareKinds)[number]

export const nothingShared: ShareLevelsView = { chat: 'none', health: 'none', genetics: 'none' }

/** What is asked for beyond what may be read already. */
export function askedBeyond(granted: ShareLevelsView, asked: ShareLevelsView | null): ShareKind[] {
  return shareKinds.filter((kind) => asked?.[kind] === 'read' && granted[kind] !== 'read')
}

/** Levels when everything that was asked for is allowed: what is granted stays granted. */
export function allAllowed(granted: ShareLevelsView, asked: ShareLevelsView | null): ShareLevelsView {
  const level = (kind: ShareKind) => (granted[kind] === 'read' || asked?.[kind] === 'read' ? 'read' : 'none')
  return { chat: level('chat'), health: level('health'), genetics: level('genetics') }
}

/** Health or genetics without chat opens nothing: whoever may not ask gets no answers. */
export function isWithoutEffect(levels: ShareLevelsView, kind: ShareKind): boolean {
  return kind !== 'chat' && levels[kind] === 'read' && levels.chat === 'none'
}
