/** "Heard from just now". Faults looked for: another person's clients in the list, no bound, a page told a thousand times. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClientActivity, type HeardRequest } from '../../../src-main/mcp-server/client-activity.ts'

const request = (said: Partial<HeardRequest> = {}): HeardRequest => ({
  name: 'Claude Desktop',
  version: '1.2',
  via: 'http',
  userId: 1,
  credential: 'token:abc',
  label: 'Laptop',
  protocol: '2026-07-28',
  ...said,
})

let changed = 0
let clock = 0
const activity = () => createClientActivity({ now: () => new Date(clock), onChanged: () => changed++ })
beforeEach(() => {
  vi.useFakeTimers()
  changed = 0
  clock = 0
})
afterEach(() => vi.useRealTimers())

describe('the list', () => {
  it('counts a client’s requests between its first and its last', () => {
    const heard = activity()
    heard.heard(request())
    clock = 5_000
    heard.heard(request({ protocol: null }))
    expect(heard.list(1)).toEqual([
      {
        name: 'Claude Desktop',
        version: '1.2',
        via: 'http',
        credential: 'token',
        credentialLabel: 'Laptop',
        firstAt: '1970-01-01T00:00:00.000Z',
        lastAt: '1970-01-01T00:00:05.000Z',
        requests: 2,
        protocol: '2026-07-28',
      },
    ])
  })

  it('is the person’s own, and of those who showed no credential', () => {
    const heard = activity()
    heard.heard(request({ name: 'mine' }))
    heard.heard(request({ name: 'theirs', userId: 2 }))
    heard.heard(request({ name: 'nobody’s', userId: null, credential: null, label: null }))
    expect(heard.list(1).map(({ name }) => name)).toEqual(['nobody’s', 'mine'])
  })

  it.each([
    ['token:1', 'http', 1, 'token'],
    ['oauth:1', 'http', 1, 'app'],
    ['personal-url:1', 'http', 1, 'personal-url'],
    ['agent-url', 'http', 1, 'agent-url'],
    [null, 'http', null, 'none'],
    [null, 'stdio', 1, 'owner'],
    ['from a later version', 'http', 1, 'none'],
  ] as const)('says of the credential %s over %s of %s: %s', (credential, via, userId, kind) => {
    const heard = activity()
    heard.heard(request({ credential, via, userId }))
    expect(heard.list(1)[0]?.credential).toBe(kind)
  })

  it('shows a name as one short line that cannot turn the text around it', () => {
    const heard = activity()
    heard.heard(request({ name: `a\n\u202eb\u200f${'x'.repeat(200)}`, version: '1\u0007' }))
    heard.heard(request({ name: '\u0000' }))
    const [unnamed, long] = heard.list(1)
    expect([unnamed?.name, long?.name, long?.version]).toEqual(['unnamed client', `ab${'x'.repeat(78)}`, '1'])
  })

  it('holds 200 clients and forgets the longest unheard', () => {
    const heard = activity()
    for (let at = 0; at < 200; at++) heard.heard(request({ name: `client ${at}` }))
    heard.heard(request({ name: 'client 0' }))
    heard.heard(request({ name: 'one more' }))
    const names = heard.list(1).map(({ name }) => name)
    expect(names).toHaveLength(200)
    expect(names.slice(0, 2)).toEqual(['one more', 'client 0'])
    expect(names).not.toContain('client 1')
  })
})

it('tells of the first change at once and of more once a second, the last one included', () => {
  const heard = activity()
  heard.heard(request())
  expect(changed).toBe(1)
  for (let at = 0; at < 1_000; at++) heard.heard(request())
  expect(changed).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(changed).toBe(2)
  vi.advanceTimersByTime(10_000)
  expect(changed).toBe(2)
  heard.heard(request())
  expect(changed).toBe(3)
})
