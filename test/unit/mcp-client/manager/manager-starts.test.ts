/** How the manager starts servers: together, in turn, and none that may not run. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noValues } from '../../../../src-main/mcp-client/model/server-entry.ts'
import {
  closeManager,
  echo,
  entryOf,
  failing,
  failure,
  listingOf,
  type ManagerBed,
  never,
  openManager,
  program,
  remote,
} from './manager-bed.ts'

let bed: ManagerBed
beforeEach(() => {
  bed = openManager()
})
afterEach(() => closeManager(bed))

describe('starting', () => {
  it('returns at once, is ready after handshake and list, and says when it answered (rows 9, 11, 27)', async () => {
    const entry = entryOf()
    let list = (_: ReturnType<typeof listingOf>) => {}
    bed.script(entry.id, (connection) => {
      connection.listing = () => new Promise((resolve) => (list = resolve))
      return undefined
    })
    bed.manager.startAll([entry])
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'starting', lastAnswerAt: null })
    await bed.pass(5_000)
    // A handshake alone is no green light.
    expect(bed.manager.status(entry.id).state).toBe('starting')
    list(listingOf('echo', 'add'))
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({
      state: 'ready',
      era: 'modern',
      pid: 4_242,
      fault: null,
      lastAnswerAt: '2026-05-01T10:00:05.000Z',
    })
    expect(bed.manager.listing(entry.id)).toMatchObject({
      stale: false,
      listing: { tools: [{ name: 'echo' }, { name: 'add' }] },
    })
  })

  it('fifty servers, ten hung and ten dying: the good ones are ready within three seconds, eight at first (row 10)', async () => {
    const entries = Array.from({ length: 50 }, () => entryOf())
    // The worst order: the hung ones first.
    const [hung, dying, good] = [entries.slice(0, 10), entries.slice(10, 20), entries.slice(20)]
    for (const { id } of hung) bed.script(id, never)
    for (const { id } of dying) bed.script(id, failing('exited'))
    bed.manager.startAll(entries)
    await bed.pass(0)
    expect(bed.mostOpening()).toBe(8)
    await bed.pass(3_000)
    expect(good.map(({ id }) => bed.manager.status(id).state)).toEqual(good.map(() => 'ready'))
    expect(await bed.manager.call(good[0]?.id ?? '', echo)).toMatchObject({ ok: true })
    for (const { id } of hung) expect(bed.manager.status(id).state).toBe('starting')
    await bed.pass(60_000)
    for (const { id } of hung) expect(bed.manager.status(id)).toMatchObject({ fault: { code: 'timeout' } })
    for (const { id } of dying) expect(bed.manager.status(id).state).toBe('parked')
  })

  it('a hundred that hang are never more than 32 at once', async () => {
    const entries = Array.from({ length: 100 }, () => entryOf())
    for (const { id } of entries) bed.script(id, never)
    bed.manager.startAll(entries)
    await bed.pass(15_000)
    expect(bed.mostOpening()).toBe(32)
  })

  it('whom a person waits for goes before those that start by themselves', async () => {
    const entries = Array.from({ length: 40 }, () => entryOf())
    for (const { id } of entries) bed.script(id, never)
    bed.manager.startAll(entries)
    await bed.pass(0)
    const last = entries.at(-1)?.id ?? ''
    void bed.manager.start(last)
    expect(bed.of(last)).toHaveLength(0)
    await bed.pass(750)
    expect(bed.of(last)).toHaveLength(1)
  })

  it.each([
    ['not enabled', { enabled: false }, 'stopped'],
    ['not approved', { approved: null }, 'needs-approval'],
    ['another than approved (CVE-2025-54136, X3)', { target: { ...program, args: ['evil.mjs'] } }, 'needs-approval'],
    ['not approved and not enabled (row 44)', { approved: null, enabled: false }, 'needs-approval'],
  ] as const)('%s: nothing is started, by nobody', async (_, change, state) => {
    const entry = entryOf(program, change)
    bed.manager.startAll([entry])
    await bed.pass(1_000)
    expect(await bed.manager.start(entry.id)).toMatchObject({ state })
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code: 'not_running' } })
    expect(bed.of(entry.id)).toHaveLength(0)
  })

  it('says which values are missing and starts nothing; with them it starts', async () => {
    const entry = entryOf({ ...program, envNames: ['API_KEY', 'REGION'] })
    bed.values.set(entry.id, { ...noValues, env: { REGION: 'eu' } })
    bed.manager.startAll([entry])
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({
      state: 'failed',
      retryAt: null,
      fault: { code: 'values_missing', details: ['API_KEY'] },
    })
    expect(bed.of(entry.id)).toHaveLength(0)
    bed.values.set(entry.id, { ...noValues, env: { REGION: 'eu', API_KEY: 'k' } })
    bed.manager.entryChanged({ ...entry, changedAt: new Date('2026-05-01T11:00:00Z') })
    await bed.pass(0)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('a keychain that never answers holds nobody else up, and says so after a minute', async () => {
    const entries = Array.from({ length: 9 }, () => entryOf())
    for (const { id } of entries.slice(0, 8)) bed.values.set(id, new Promise<never>(() => {}))
    bed.manager.startAll(entries)
    await bed.pass(750)
    expect(bed.manager.status(entries[8]?.id ?? '').state).toBe('ready')
    await bed.pass(60_000)
    expect(bed.manager.status(entries[0]?.id ?? '')).toMatchObject({
      state: 'failed',
      fault: { code: 'values_sealed' },
    })
  })

  it('keeps a secret out of faults and logs though the server says it', async () => {
    const entry = entryOf({ ...program, envNames: ['API_KEY'] })
    bed.values.set(entry.id, { ...noValues, env: { API_KEY: 'sk-very-secret' } })
    bed.script(entry.id, (_, { hooks }) => {
      hooks.onLog({ from: 'stderr', level: 'error', text: 'bad key sk-very-secret' })
      return Promise.reject(failure('exited', ['bad key sk-very-secret']))
    })
    bed.manager.startAll([entry])
    await bed.pass(0)
    const shown = JSON.stringify([bed.manager.status(entry.id), bed.manager.logs(entry.id)])
    expect(shown).toContain('bad key [redacted]')
    expect(shown).not.toContain('sk-very-secret')
  })

  it('a 401 waits for a login where there is one, and is a failure where there is none', async () => {
    const [oauth, bearer] = [entryOf({ ...remote, auth: 'oauth' }), entryOf(remote)]
    for (const { id } of [oauth, bearer]) bed.script(id, failing('unauthorized'))
    bed.manager.startAll([oauth, bearer])
    await bed.pass(600_000)
    expect(bed.manager.status(oauth.id)).toMatchObject({ state: 'needs-login', retryAt: null })
    expect(bed.manager.status(bearer.id)).toMatchObject({ state: 'failed', retryAt: null })
    expect(bed.of(oauth.id)).toHaveLength(1)
    bed.script(oauth.id, () => undefined)
    expect(await bed.manager.start(oauth.id)).toMatchObject({ state: 'ready', fault: null })
  })
})
