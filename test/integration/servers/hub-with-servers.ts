/** A whole hub in this process, with what its pages may ask, for tests of external servers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RouterClient } from '@orpc/server'
import type { ServerDetail, ServerStateView } from '../../../src-main/api/contract/servers.ts'
import type { router } from '../../../src-main/api/router.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub, type HubAddresses } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'

const fakeServers = resolve(import.meta.dirname, '..', '..', 'fake-servers')

type Page = RouterClient<typeof router, Record<never, never>>

export interface ServerBed {
  readonly hub: Hub
  readonly at: HubAddresses
  readonly person: Profile
  /** What a page of this person asks. */
  readonly page: Page
  pageOf(person: Profile): Page
  /** Adds and approves a fake stdio server; answers its id without waiting for it. */
  addFake(name: string, ...args: string[]): Promise<string>
  /** Adds and approves what a JSON entry says. */
  addEntry(name: string, entry: object): Promise<string>
  /** Waits for a state; fails naming the fault when another one that stays comes first. */
  until(id: string, state: ServerStateView): Promise<ServerDetail>
  close(): Promise<void>
}

export async function openServerBed(env: Record<string, string> = {}): Promise<ServerBed> {
  const root = mkdtempSync(join(tmpdir(), 'mirohub-servers-'))
  const config = loadConfig({
    env: { MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'Europe/Berlin', ...env },
    flags: { dataDir: join(root, 'data') },
    platform: process.platform,
    homedir: root,
  })
  // A page is served, so that somebody is there to be asked.
  const hub = await createHub(config, { host: 'node', page: true, log: silentLogger })
  const at = await hub.listen(0)
  const person = await hub.services.profiles.default()
  const pageOf = (one: Profile) => hub.client(one, 'window')
  const page = pageOf(person)

  const addEntry = async (name: string, entry: object) => {
    const text = JSON.stringify({ mcpServers: { [name]: entry } })
    const [proposal] = await page.servers.propose({ kind: 'paste', text })
    if (proposal === undefined) throw new Error('nothing was proposed')
    const { key, review } = proposal
    return (await page.servers.add({ key, fingerprint: review.fingerprint, fields: {}, approve: true })).id
  }
  return {
    hub,
    at,
    person,
    page,
    pageOf,
    addEntry,
    addFake: (name, file, ...args) =>
      addEntry(name, { command: process.execPath, args: [join(fakeServers, file ?? ''), ...args] }),
    async until(id, state) {
      for (let waited = 0; ; waited += 25) {
        const detail = await page.servers.get({ id })
        if (detail.state === state) return detail
        if (waited > 30_000) throw new Error(`${detail.name} is ${detail.state}: ${JSON.stringify(detail.fault)}`)
        await new Promise((done) => setTimeout(done, 25))
      }
    },
    async close() {
      await hub.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
