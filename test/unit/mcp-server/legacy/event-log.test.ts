/** What a session keeps for a client that comes back. Faults looked for: another stream's events, and no bound. */
import { describe, expect, it } from 'vitest'
import { createEventLog } from '../../../../src-main/mcp-server/legacy/event-log.ts'

const dataAfter = (log: ReturnType<typeof createEventLog>, id: string) => log.after(id)?.events.map(({ data }) => data)

describe('the event log', () => {
  it('gives the later events of the same stream, oldest first, and no others', () => {
    const log = createEventLog({ maxEvents: 10, maxBytes: 1_000 })
    const first = log.append(1, 'a')
    log.append(2, 'b')
    log.append(1, 'c')
    const last = log.append(1, 'd')
    expect(log.after(first)).toMatchObject({ stream: 1 })
    expect(dataAfter(log, first)).toEqual(['c', 'd'])
    expect(dataAfter(log, last)).toEqual([])
  })

  it('gives every event an id of its own, whatever the stream', () => {
    const log = createEventLog({ maxEvents: 10, maxBytes: 1_000 })
    const ids = [log.append(0, 'x'), log.append(1, 'x'), log.append(0, 'x'), log.append(11, 'x')]
    expect(new Set(ids).size).toBe(4)
  })

  it('keeps the newest within its count, and still gives what is left after an id that was dropped', () => {
    const log = createEventLog({ maxEvents: 2, maxBytes: 1_000 })
    const dropped = log.append(1, 'a')
    for (const data of ['b', 'c', 'd']) log.append(1, data)
    expect(dataAfter(log, dropped)).toEqual(['c', 'd'])
  })

  it('keeps the newest within its bytes, counted as UTF-8', () => {
    const log = createEventLog({ maxEvents: 100, maxBytes: 6 })
    const first = log.append(1, 'é€')
    log.append(1, '12')
    expect(dataAfter(log, first)).toEqual(['12'])
  })

  it('does not keep an event that alone is too large, and goes on', () => {
    const log = createEventLog({ maxEvents: 100, maxBytes: 4 })
    const first = log.append(1, 'a')
    log.append(1, 'far too large')
    expect(dataAfter(log, first)).toEqual([])
    log.append(1, 'b')
    expect(dataAfter(log, first)).toEqual(['b'])
  })

  it.each(['', 'x', '1', '1-', '-1', '1-2-3', '1-2 ', '9-1', '1-999', '1e3-1', '1-99999999999999999999'])(
    'knows no event "%s"',
    (id) => {
      const log = createEventLog({ maxEvents: 10, maxBytes: 1_000 })
      log.append(1, 'a')
      expect(log.after(id)).toBeNull()
    },
  )
})
