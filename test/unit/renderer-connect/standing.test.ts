/** What a client's card claims: green for what was heard just now, and for nothing else. */
import { describe, expect, it } from 'vitest'
import type { ClientAppView } from '../../../src-main/api/contract/connect.ts'
import { clientStanding, pathTail } from '../../../src-renderer/features/connect/client-standing.ts'
import { isJustNow, timeAgo, timeLeft } from '../../../src-renderer/features/connect/time-ago.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const view = (state: ClientAppView['state'], heardAt: string | null): ClientAppView => ({
  id: 'cursor',
  name: 'Cursor',
  found: true,
  configPath: '/home/ada/.cursor/mcp.json',
  state,
  problem: null,
  afterwards: 'reload',
  heardAt,
})

describe('a card', () => {
  it('is green within a minute of the last request and not a second later', () => {
    expect(clientStanding(view('current', '2026-11-30T11:59:01Z'), now).light).toBe('good')
    expect(clientStanding(view('current', '2026-11-30T11:59:00Z'), now).light).toBe('off')
  })

  it('never takes a written entry for a connection', () => {
    expect(clientStanding(view('current', null), now)).toEqual({
      light: 'off',
      words: 'state.notHeard',
      action: 'details',
    })
  })

  it('says what is wrong with the entry even while the client is heard by another way', () => {
    expect(clientStanding(view('outdated', '2026-11-30T11:59:59Z'), now)).toMatchObject({
      light: 'attention',
      action: 'update',
    })
    expect(clientStanding(view('unreadable', '2026-11-30T11:59:59Z'), now)).toMatchObject({
      light: 'failed',
      action: 'readAgain',
    })
  })

  it('tells of a client that connects without an entry', () => {
    expect(clientStanding(view('absent', '2026-11-30T11:59:59Z'), now).words).toBe('state.elsewhere')
    expect(clientStanding(view('absent', '2026-11-29T12:00:00Z'), now).words).toBe('state.elsewhereBefore')
    expect(clientStanding(view('absent', null), now).words).toBe('state.absent')
  })
})

describe('paths', () => {
  it('keep file and folder, with the separator of their system', () => {
    expect(pathTail('/home/ada/.config/Claude/claude_desktop_config.json')).toBe('…/Claude/claude_desktop_config.json')
    expect(pathTail('C:\\Users\\Ada\\AppData\\Roaming\\Claude\\config.json')).toBe('…\\Claude\\config.json')
    expect(pathTail('/etc/mcp.json')).toBe('/etc/mcp.json')
  })
})

describe('times', () => {
  it('are counted down to whole units, never rounded up', () => {
    expect(timeAgo('2026-11-30T11:58:01Z', now, 'en')).toBe('1 minute ago')
    expect(timeAgo('2026-11-30T10:00:01Z', now, 'en')).toBe('1 hour ago')
    expect(timeAgo('2026-11-29T12:00:00Z', now, 'en')).toBe('yesterday')
    expect(timeAgo('2026-11-27T12:00:00Z', now, 'zh-CN')).toBe('3天前')
  })

  it('are a date after a week, and for a time to come', () => {
    expect(timeAgo('2026-11-23T12:00:00Z', now, 'en')).toBeNull()
    expect(timeAgo('2026-12-05T12:00:00Z', now, 'en')).toBeNull()
    expect(timeAgo('not a time', now, 'en')).toBeNull()
  })

  it('take a clock that was set back a little for now, and a wrong one not', () => {
    expect(isJustNow('2026-11-30T12:00:20Z', now)).toBe(true)
    expect(isJustNow('2026-11-30T13:00:00Z', now)).toBe(false)
    expect(isJustNow('not a time', now)).toBe(false)
  })

  it('that are left end at nothing, not at 0:00', () => {
    expect(timeLeft('2026-11-30T12:09:42Z', now)).toBe('9:42')
    expect(timeLeft('2026-11-30T12:00:00.400Z', now)).toBe('0:01')
    expect(timeLeft('2026-11-30T12:00:00Z', now)).toBeNull()
    expect(timeLeft('2026-11-30T11:00:00Z', now)).toBeNull()
  })
})
