/** In which of a few states a skill is, for its mark and its place on the page. Pure. */
import type { SkillView } from '../../../src-main/api/contract/skills.ts'

export type SkillMark = 'broken' | 'changed' | 'new' | 'on' | 'off'

export function markOf({ error, review, enabled }: Pick<SkillView, 'error' | 'review' | 'enabled'>): SkillMark {
  if (error !== null) return 'broken'
  if (review !== 'reviewed') return review
  return enabled ? 'on' : 'off'
}

const order: readonly SkillMark[] = ['changed', 'new', 'broken', 'on', 'off']

/** What waits for the person comes first; then what is on, by name. */
export function sortedSkills<T extends SkillView>(skills: readonly T[]): T[] {
  return skills.toSorted(
    (a, b) =>
      order.indexOf(markOf(a)) - order.indexOf(markOf(b)) ||
      a.name.localeCompare(b.name, 'en') ||
      (a.id < b.id ? -1 : 1),
  )
}

/**
 * Where a description says when the skill is used, apart from what it does: "Does this. Use when that." Null where it
 * does not say so.
 */
export function whenUsed(description: string): { readonly what: string; readonly when: string } | null {
  const found =
    /^(.*?[.!?])\s+((?:Use|Used|For use)\b.*)$/s.exec(description) ??
    /^(.*?。)\s*((?:当|适用于|用于).*)$/s.exec(description)
  const [, what, when] = found ?? []
  return what === undefined || when === undefined ? null : { what, when }
}
