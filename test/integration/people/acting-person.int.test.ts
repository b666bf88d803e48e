/**
 * Which person a page or window acts as: named with each call, over the window's pipe and over the websocket. The fault
 * looked for: a call that lands with the person of the call before it, or of the pipe.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { Contract } from '../../../src-main/api/contract/index.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { readRuntimeFile } from '../../../src-main/config/runtime-file.ts'
import { createHub, type Hub, type HubAddresses } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'

type Client = ContractRouterClient<Contract>

const root = mkdtempSync(join(tmpdir(), 'mirohub-acting-'))
const dataDir = join(root, 'data')
let hub: Hub
let at: HubAddresses
let ada: Profile
let bob: Profile
/** Whom the next call names; null: nobody. */
let acting: string | null = null
const headers = (): Record<string, string> => (acting === null ? {} : { 'x-mirohub-person': acting })
const closers: (() => void)[] = []

beforeAll(async () => {
  const env = { MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'UTC' }
  const config = loadConfig({ env, flags: { dataDir }, platform: process.platform, homedir: homedir() })
  hub = await createHub(config, { host: 'node', page: true, log: silentLogger })
  at = await hub.listen(0)
  ada = await hub.services.profiles.default()
  bob = await hub.services.profiles.create('Bob')
})
afterAll(async () => {
  for (const close of closers) close()
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** The desktop window's pipe. */
function windowClient(): Client {
  const { port1, port2 } = new MessageChannel()
  hub.connectWindow(port1)
  port1.start()
  port2.start()
  closers.push(() => port1.close())
  return createORPCClient(new PortLink({ port: port2, headers }))
}

async function socketClient(options: { origin?: string; headers: Record<string, string> }): Promise<Client> {
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/rpc`, options)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  closers.push(() => socket.terminate())
  // ws has everything of the browser's interface that the link uses.
  return createORPCClient(new SocketLink({ websocket: socket as unknown as globalThis.WebSocket, headers }))
}

/** The page in a browser, behind the cookie that its one-time address gives. */
async function pageClient(): Promise<Client> {
  const answer = await fetch(at.pageUrl() ?? '', { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return socketClient({ origin: at.url, headers: { Cookie: cookie } })
}

/** The command line, opened for a person. */
function commandClient(person: string): Promise<Client> {
  const token = readRuntimeFile(dataDir)?.token ?? ''
  return socketClient({
    headers: { Authorization: `Bearer ${token}`, 'X-Mirohub-Profile': encodeURIComponent(person) },
  })
}

describe.each([
  ['the window', async () => windowClient()],
  ['the page', pageClient],
])('%s', (_name, open) => {
  it('acts as the person that each call names, and as the first person where it names none', async () => {
    const client = await open()
    const who = async (person: string | null) => {
      acting = person
      return (await client.app.info()).profile.id
    }
    expect(await who(null)).toBe(ada.publicId)
    expect(await who(bob.publicId)).toBe(bob.publicId)
    expect(await who(bob.publicId.toUpperCase())).toBe(bob.publicId)
    expect(await who(ada.publicId)).toBe(ada.publicId)
    expect(await who(null)).toBe(ada.publicId)
  })

  it('keeps a hundred calls of two people apart that are under way at once', async () => {
    const client = await open()
    const asked = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? ada : bob))
    const answers = await Promise.all(
      asked.map((person) => {
        acting = person.publicId
        return client.app.info()
      }),
    )
    expect(answers.map((answer) => answer.profile.id)).toEqual(asked.map((person) => person.publicId))
  })

  it('writes where the named person is', async () => {
    const client = await open()
    acting = bob.publicId
    const { view } = await client.app.tokens.create({ label: 'of Bob', days: 1 })
    await client.app.updateProfile({ theme: 'dark' })
    expect((await client.people.list()).filter((person) => person.isSelf).map((person) => person.name)).toEqual(['Bob'])
    acting = ada.publicId
    expect((await client.app.tokens.list()).map(({ id }) => id)).not.toContain(view.id)
    expect((await client.app.info()).profile.theme).toBe('system')
    expect(await client.app.tokens.revoke({ id: view.id })).toEqual({ revoked: false })
    await hub.services.profiles.update(bob.id, { theme: 'system' })
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'Bob', '1', '', 'x'.repeat(5000)])(
    'is told that "%.20s" is nobody, and nothing is done in anybody’s name',
    async (person) => {
      const client = await open()
      acting = person
      const refused = { code: 'NOT_FOUND', data: { code: 'unknown_person', hint: expect.any(String) } }
      await expect(client.app.updateProfile({ theme: 'dark' })).rejects.toMatchObject(refused)
      await expect(client.app.tokens.create({ label: 'x', days: 1 })).rejects.toMatchObject(refused)
      acting = null
      expect((await client.app.info()).profile.theme).toBe('system')
    },
  )
})

it('the command line acts as the person it was opened for', async () => {
  acting = null
  const client = await commandClient('Bob')
  expect((await client.app.info()).profile.id).toBe(bob.publicId)
})

it('a new name shows at the next call, in a pipe that was open before', async () => {
  acting = null
  const client = windowClient()
  expect((await client.app.info()).profile.name).toBe(ada.name)
  await hub.services.profiles.update(ada.id, { name: 'Ada Lovelace' })
  expect((await client.app.info()).profile.name).toBe('Ada Lovelace')
})

it('both sides see what is shared and asked, each with the other’s name', async () => {
  const client = windowClient()
  const [none, chat] = [
    { chat: 'none', health: 'none', genetics: 'none' },
    { chat: 'read', health: 'none', genetics: 'none' },
  ] as const
  acting = ada.publicId
  const asked = await client.people.shares.ask({ person: bob.publicId, levels: chat })
  expect(asked).toMatchObject({ person: { id: bob.publicId, name: 'Bob' }, granted: none, asked: chat })
  acting = bob.publicId
  const { given, received } = await client.people.shares.list()
  expect(given).toMatchObject([{ person: { name: 'Ada Lovelace' }, granted: none, asked: chat }])
  expect(received).toEqual([])
  await client.people.shares.set({ person: ada.publicId, levels: chat })
  acting = ada.publicId
  expect((await client.people.shares.list()).received).toMatchObject([
    { person: { name: 'Bob' }, granted: chat, asked: null },
  ])
  await expect(client.people.shares.ask({ person: ada.publicId, levels: chat })).rejects.toMatchObject({
    data: { code: 'own_share' },
  })
  await expect(client.people.shares.set({ person: 'nobody', levels: chat })).rejects.toMatchObject({
    data: { code: 'unknown_profile' },
  })
})

it('pages hear of a new person, of shares and of addresses', async () => {
  const client = windowClient()
  acting = null
  const stop = new AbortController()
  const heard: string[] = []
  const events = await client.app.events(undefined, { signal: stop.signal })
  const reading = (async () => {
    for await (const event of events) heard.push(event.type)
  })().catch(() => {})
  // The subscription begins with the first read of the stream.
  await expect
    .poll(async () => {
      hub.services.events.publish('hub', { type: 'profile-changed' })
      return heard.length
    })
    .toBeGreaterThan(0)
  heard.length = 0
  await client.people.create({ name: 'Cleo' })
  await client.urls.setEnabled({ enabled: true })
  const { view } = await client.urls.ensure({})
  await client.urls.rename({ id: view.id, label: 'Phone' })
  await client.urls.revoke({ id: view.id })
  await expect
    .poll(() => heard.filter((type) => type !== 'profile-changed'))
    .toEqual(['people-changed', 'access-changed', 'access-changed', 'access-changed', 'access-changed'])
  stop.abort()
  await reading
})
