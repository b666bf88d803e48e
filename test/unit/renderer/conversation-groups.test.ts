/** Conversations under their days, in the person's zone. */
import { describe, expect, it } from 'vitest'
import type { ConversationView } from '../../../src-main/api/contract/chat.ts'
import { groupConversations } from '../../../src-renderer/features/chat/conversation-groups.ts'

const at = (id: string, updatedAt: string): ConversationView => ({
  id,
  title: id,
  agent: 'quick',
  model: null,
  subject: null,
  createdAt: updatedAt,
  updatedAt,
  activity: null,
})
const now = Date.parse('2026-11-28T00:30:00Z')

describe('groups', () => {
  it('count days where the person is: just after midnight in London, 23:00 before is yesterday', () => {
    const groups = groupConversations([at('late', '2026-11-27T23:00:00Z')], 'Europe/London', now)
    expect(groups.map((group) => group.key)).toEqual(['yesterday'])
  })

  it('and the same two instants are one day in New York', () => {
    const groups = groupConversations([at('late', '2026-11-27T23:00:00Z')], 'America/New_York', now)
    expect(groups.map((group) => group.key)).toEqual(['today'])
  })

  it('put the last seven days before months, newest first, months of different years apart', () => {
    const groups = groupConversations(
      [
        at('older', '2025-11-03T12:00:00Z'),
        at('week', '2026-11-21T12:00:00Z'),
        at('month', '2026-11-20T12:00:00Z'),
        at('month-2', '2026-11-03T12:00:00Z'),
        at('today', '2026-11-28T00:10:00Z'),
      ],
      'UTC',
      now,
    )
    expect(groups.map((group) => [group.key, group.items.map((item) => item.id)])).toEqual([
      ['today', ['today']],
      ['week', ['week']],
      ['2026-11-01', ['month', 'month-2']],
      ['2025-11-01', ['older']],
    ])
  })
})
