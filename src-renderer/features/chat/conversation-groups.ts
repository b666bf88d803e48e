/** Conversations under the headings of the list: today, yesterday, the last seven days, then months. Pure. */
import type { ConversationView } from '../../../src-main/api/contract/chat.ts'
import { addDays, todayIn } from '../../format/calendar.ts'

export type GroupHeading =
  | { kind: 'today' | 'yesterday' | 'week' }
  /** First of the month, as a local date. */
  | { kind: 'month'; month: string }

export interface ConversationGroup {
  key: string
  heading: GroupHeading
  items: ConversationView[]
}

/** `timeZone` is the person's; `now` epoch milliseconds. Newest first within and across groups. */
export function groupConversations(
  items: readonly ConversationView[],
  timeZone: string,
  now: number,
): ConversationGroup[] {
  const today = todayIn(timeZone, now)
  const groups = new Map<string, ConversationGroup>()
  const newestFirst = [...items].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  for (const item of newestFirst) {
    const heading = headingOf(todayIn(timeZone, Date.parse(item.updatedAt)), today)
    const key = heading.kind === 'month' ? heading.month : heading.kind
    const group = groups.get(key) ?? { key, heading, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function headingOf(date: string, today: string): GroupHeading {
  if (date >= today) return { kind: 'today' }
  if (date === addDays(today, -1)) return { kind: 'yesterday' }
  if (date >= addDays(today, -7)) return { kind: 'week' }
  return { kind: 'month', month: `${date.slice(0, 7)}-01` }
}
