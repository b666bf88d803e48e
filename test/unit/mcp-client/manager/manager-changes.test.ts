/** Entries and lists that change while servers run, and what servers write. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noValues } from '../../../../src-main/mcp-client/model/server-entry.ts'
import type { LogLine } from '../../../../src-main/mcp-client/model/server-status.ts'
import { closeManager, entryOf, failure, listingOf, type ManagerBed, openManager, program } from './manager-bed.ts'

let bed: ManagerBed
beforeEach(() => {
  bed = openManager()
})
afterEach(() => closeManager(bed))

describe('an entry that changes', () => {
  const later = new Date('2026-05-01T12:00:00Z')

  it('another name or policy leaves the connection alone; another limit makes a new one (row 26)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const calm = { ...entry, name: 'Other', changedAt: later, settings: { ...entry.settings, policy: 'ask' as const } }
    bed.manager.entryChanged(calm)
    await bed.pass(1_000)
    expect(bed.of(entry.id)).toHaveLength(1)
    bed.manager.entryChanged({ ...calm, settings: { ...calm.settings, roots: ['/tmp'] } })
    await bed.pass(1_000)
    expect(bed.of(entry.id)).toHaveLength(2)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('another value of a secret makes a new connection, with the same name and settings (row 26)', async () => {
    const entry = entryOf({ ...program, envNames: ['KEY'] })
    bed.values.set(entry.id, { ...noValues, env: { KEY: 'one' } })
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.values.set(entry.id, { ...noValues, env: { KEY: 'two' } })
    bed.manager.entryChanged({ ...entry, changedAt: later })
    await bed.pass(0)
    expect(bed.last(entry.id).request.values.env).toEqual({ KEY: 'two' })
    expect(bed.of(entry.id)).toHaveLength(2)
    expect(bed.open()).toBe(1)
  })

  it('another command is not run before it is approved, and the old one and its list are gone (X3)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.manager.entryChanged({ ...entry, target: { ...program, args: ['other.mjs'] }, changedAt: later })
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'needs-approval', pid: null })
    expect(bed.manager.listing(entry.id)).toBeNull()
    expect([bed.of(entry.id).length, bed.open()]).toEqual([1, 0])
  })

  it('switched off it stops; switched on it starts', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.manager.entryChanged({ ...entry, enabled: false, changedAt: later })
    await bed.pass(0)
    expect([bed.manager.status(entry.id).state, bed.open()]).toEqual(['stopped', 0])
    bed.manager.entryChanged({ ...entry, changedAt: later })
    await bed.pass(0)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('its row could not be read: it says so and does not run', async () => {
    const fault = failure('bad_entry').fault
    const entry = { ...entryOf(), damage: fault }
    bed.manager.startAll([entry])
    expect(await bed.manager.start(entry.id)).toMatchObject({ state: 'failed', fault: { code: 'bad_entry' } })
    expect(bed.of(entry.id)).toHaveLength(0)
  })
})

describe('lists that change', () => {
  it('a burst is one refresh half a second later, a storm one in ten seconds (row 26, floods)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const connection = bed.last(entry.id)
    connection.listing = async () => listingOf('echo', 'new')
    const { onListChanged } = connection.request.hooks
    onListChanged('tools')
    onListChanged('tools')
    await bed.pass(499)
    expect(connection.lists).toBe(1)
    await bed.pass(1)
    expect(connection.lists).toBe(2)
    expect(bed.manager.listing(entry.id)?.listing.tools).toHaveLength(2)
    for (let ms = 0; ms < 60_000; ms += 10) {
      onListChanged('tools')
      await bed.pass(10)
    }
    expect(connection.lists).toBeLessThanOrEqual(8)
    expect(connection.lists).toBeGreaterThanOrEqual(7)
    // The list did not change in the storm: nobody was told.
    expect(bed.events.filter((one) => one.includes('listing'))).toHaveLength(2)
  })

  it('a change while the first list is read is not lost', async () => {
    const entry = entryOf()
    bed.script(entry.id, (connection, { hooks }) => {
      connection.listing = async () => {
        hooks.onListChanged('tools')
        connection.listing = async () => listingOf('echo', 'new')
        return listingOf('echo')
      }
      return undefined
    })
    bed.manager.startAll([entry])
    await bed.pass(10_000)
    expect(bed.manager.listing(entry.id)?.listing.tools.map(({ name }) => name)).toEqual(['echo', 'new'])
  })

  it('a refresh that fails keeps the old list, marked stale, and is tried again', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const connection = bed.last(entry.id)
    connection.listing = () => Promise.reject(failure('protocol'))
    expect(await bed.manager.refresh(entry.id)).toMatchObject({ state: 'ready' })
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: true, listing: { tools: [{ name: 'echo' }] } })
    connection.listing = async () => listingOf('new')
    await bed.pass(10_000)
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: false, listing: { tools: [{ name: 'new' }] } })
    expect(bed.stored.get(entry.id)?.tools).toMatchObject([{ name: 'new' }])
  })

  it('a resource that is updated a thousand times in a moment is told once', async () => {
    const entry = entryOf()
    const told: string[] = []
    bed.manager.onResourceUpdated((id, uri) => told.push(`${id} ${uri}`))
    bed.manager.startAll([entry])
    await bed.pass(0)
    for (let n = 0; n < 1_000; n++) bed.last(entry.id).request.hooks.onResourceUpdated('file:///a')
    await bed.pass(500)
    expect(told).toEqual([`${entry.id} file:///a`])
  })
})

describe('logs', () => {
  it('tell the newest 2,000 lines and new ones as they come; a flood is cut and counted', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(1_000)
    const { onLog } = bed.last(entry.id).request.hooks
    const seen: LogLine[] = []
    const stop = bed.manager.onLog(entry.id, (line) => seen.push(line))
    for (let n = 0; n < 50_000; n++) onLog({ from: 'stderr', level: 'info', text: `line ${n}` })
    expect(seen).toHaveLength(1_000)
    await bed.pass(1_000)
    onLog({ from: 'stderr', level: 'info', text: 'after' })
    expect(seen.at(-2)?.text).toContain('49000 lines were left out')
    expect(seen.at(-1)).toMatchObject({ text: 'after', from: 'stderr', at: '2026-05-01T10:00:02.000Z' })
    stop()
    onLog({ from: 'stderr', level: 'info', text: 'unheard' })
    expect(seen.at(-1)?.text).toBe('after')
    expect(bed.manager.logs(entry.id).at(-1)?.text).toBe('unheard')
  })

  it('hold a mebibyte at most', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(1_000)
    for (let n = 0; n < 500; n++) {
      bed.last(entry.id).request.hooks.onLog({ from: 'stderr', level: 'info', text: 'é'.repeat(10_000) })
    }
    const bytes = bed.manager.logs(entry.id).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(bytes).toBeGreaterThan(1_000_000)
  })
})
