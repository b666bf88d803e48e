/** The seed's endpoints over real HTTP and a real store: their shapes, and what can never come through them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createUserServers } from '../../../src-main/mcp-client/entries/user-servers.ts'
import type { ServerEntry } from '../../../src-main/mcp-client/model/server-entry.ts'
import { fingerprintOf } from '../../../src-main/mcp-client/trust/fingerprint.ts'
import { createAuthenticator } from '../../../src-main/mcp-server/identity.ts'
import { mountUserMcp } from '../../../src-main/mcp-server/user-mcp.ts'
import { raw, startEndpoint } from '../mcp/endpoint-fixture.ts'
import { newServer, openStoreBed, program, type StoreBed } from '../servers/store-bed.ts'

/** By token: whose, and what it may do. */
const tokens: Readonly<Record<string, { userId: number; scopes: string[] }>> = {
  'a.a.a': { userId: 1, scopes: ['mcp:read', 'mcp:write'] },
  'b.b.b': { userId: 2, scopes: ['mcp:read', 'mcp:write'] },
  'r.r.r': { userId: 1, scopes: ['mcp:read'] },
}

let bed: StoreBed
let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let changed: ServerEntry[] = []
let removed: string[] = []
beforeAll(async () => {
  bed = await openStoreBed()
  const profile = (id: number) => ({
    id,
    publicId: `p${id}`,
    name: `p${id}`,
    timeZone: 'UTC',
    language: 'en',
    units: {},
    preferences: {},
    isDefault: id === 1,
    createdAt: new Date(0),
    personalUrls: false,
  })
  const authenticator = createAuthenticator({
    profiles: { get: async (id) => profile(id) },
    tokens: {
      async verify(token) {
        const known = tokens[token]
        if (known === undefined) return { ok: false, reason: 'foreign' }
        return { ok: true, publicId: `p${known.userId}`, jti: token, ...known }
      },
    },
    oauth: {
      verifyAccessToken: async () => ({
        ok: true,
        userId: 1,
        grantedBy: 1,
        publicId: 'p1',
        grantId: 'g',
        clientId: 'c',
        clientName: 'App',
        scopes: ['mcp:admin'],
      }),
    },
  })
  const servers = createUserServers({
    store: bed.store,
    entryChanged: async (entry) => void changed.push(entry),
    entryRemoved: async (_userId, id) => void removed.push(id),
  })
  endpoint = await startEndpoint({
    authenticator,
    mounts: [mountUserMcp({ authenticator, servers, log: silentLogger })],
  })
})
afterAll(async () => {
  await endpoint?.server.close()
  await bed?.close()
})
beforeEach(() => {
  changed = []
  removed = []
})
afterEach(async () => {
  for (const { userId, id } of await bed.store.list()) await bed.store.remove(userId, id)
})

async function ask(path: string, body?: unknown, { token = 'a.a.a', method = 'POST', type = 'application/json' } = {}) {
  const { status, text, headers } = await raw(endpoint.port, {
    method,
    path: `/api/user/mcp${path}`,
    headers: [['Content-Type', type], ...(token === '' ? [] : [['Authorization', `Bearer ${token}`] as const])],
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status, headers, ...JSON.parse(text) }
}
const set = (body: unknown, more = {}) => ask('/set', body, more)
const url = 'https://mcp.example.org/mcp'

test('add, list, change, remove, in the seed’s shape', async () => {
  expect(await ask('', undefined, { method: 'GET' })).toMatchObject({ status: 200, code: 0, msg: 'ok', data: {} })
  expect(await set({ name: ' notes ', url: ` ${url} `, token: 'secret-token' })).toMatchObject({
    status: 200,
    code: 0,
    data: null,
  })
  expect(await set({ name: 'files', url: 'http://localhost:9/x', enabled: false, order: 3 })).toMatchObject({ code: 0 })
  const listed = await ask('')
  expect(listed.data).toEqual({
    notes: { name: 'notes', url, enabled: true, order: 0, has_token: true },
    files: { name: 'files', url: 'http://localhost:9/x', enabled: false, order: 3, has_token: false },
  })
  expect(JSON.stringify(listed)).not.toContain('secret-token')
  expect(await ask('/delete', { name: 'notes' })).toMatchObject({ code: 0 })
  expect(await ask('/delete', { name: 'notes' })).toMatchObject({ code: 0 })
  expect(Object.keys((await ask('')).data)).toEqual(['files'])
  expect(removed).toHaveLength(1)
})

test('what is added waits for the person: switched on, and approved by nobody', async () => {
  await set({ name: 'notes', url })
  const [entry] = await bed.store.list(1)
  expect(entry).toMatchObject({ enabled: true, approved: null, origin: { kind: 'api' } })
  expect(changed.map(({ id, approved }) => [id, approved])).toEqual([[entry?.id, null]])
})

test('an absent token stays, an empty one goes (the seed dropped both)', async () => {
  const token = async () => {
    const [entry] = await bed.store.list(1)
    return entry === undefined ? undefined : (await bed.store.values(entry)).bearer
  }
  await set({ name: 'notes', url, token: 't1' })
  await set({ name: 'notes', url: 'https://mcp.example.org/other' })
  expect(await token()).toBe('t1')
  await set({ name: 'notes', url, token: '' })
  expect(await token()).toBeNull()
})

test('a token that was given to one host is not sent to another because an address was changed', async () => {
  await set({ name: 'notes', url, token: 't1' })
  await set({ name: 'notes', url: 'https://evil.example/mcp' })
  const [entry] = await bed.store.list(1)
  expect(entry?.target).toMatchObject({ url: 'https://evil.example/mcp', auth: 'none' })
  expect(entry && (await bed.store.values(entry)).bearer).toBeNull()
})

test('another address has to be approved anew', async () => {
  await set({ name: 'notes', url })
  const [before] = await bed.store.list(1)
  if (before === undefined) throw new Error('nothing was added')
  await bed.store.approve(1, before.id, fingerprintOf(before.target))
  await set({ name: 'notes', url: 'https://mcp.example.org/other' })
  const [after] = await bed.store.list(1)
  expect(after && after.approved?.fingerprint !== fingerprintOf(after.target)).toBe(true)
})

test.each([
  [{ url }, 'Empty name.'],
  [{ name: ' ', url }, 'Empty name.'],
  [{ name: 'a' }, 'Empty url.'],
  [{ name: 'a', url: 'x' }, 'Invalid url.'],
  [{ name: 'a', url: 'http://mcp.example.org/' }, 'The url has to begin with https://'],
  [{ name: 'a', url: 'http://169.254.169.254/' }, 'The url has to begin with https://'],
  [{ name: 'a', url: 'file:///etc/passwd' }, 'The url has to begin with https://'],
  [{ name: 'a', url: 'https://u:p@x.example/' }, 'must not carry a user name'],
  [{ name: 'a', url, token: 'a\r\nb' }, 'Invalid token.'],
  [{ name: 'a', url, token: 7 }, 'Invalid token.'],
  [{ name: 'a', url, enabled: 'yes' }, '“enabled”'],
  [{ name: 'a', url, order: 1.5 }, '“order”'],
  [{ name: 'a\u202eb', url }, 'one line of at most 80 visible characters'],
  [{ name: 'a'.repeat(81), url }, 'one line of at most 80 visible characters'],
  [{ name: 'a', url, command: 'sh', args: ['-c', 'id'] }, '“command” is not accepted here'],
  [{ name: 'a', url, headers: { X: 'y' } }, '“headers” is not accepted here'],
  [{ name: 'a', url, env: { X: 'y' } }, '“env” is not accepted here'],
  [{ name: 'a', url, type: 'stdio' }, '“type” is not accepted here'],
])('%j is refused (CVE-2026-42271, CVE-2026-22252: a posted command that ran)', async (body, msg) => {
  const answer = await set(body)
  expect([answer.status, answer.code, answer.data]).toEqual([400, -3, null])
  expect(answer.msg).toContain(msg)
  expect(await bed.store.list(1)).toEqual([])
})

test('a server with a command is not shown, changed or removed here', async () => {
  const added = await bed.store.add(1, newServer({ name: 'local', target: program() }))
  expect((await ask('')).data).toEqual({})
  expect((await set({ name: 'local', url })).msg).toContain('runs a program')
  expect((await ask('/delete', { name: 'local' })).msg).toContain('removed in the app')
  expect((await bed.store.get(1, added.id))?.target).toEqual(program())
})

test.each([
  ['[]', 400],
  ['{', 400],
  [`{"name":"${'x'.repeat(33_000)}"}`, 413],
])('a body that is no small object (%#)', async (body, status) => {
  expect(await set(body)).toMatchObject({ status, code: -2, data: null })
})

test('a form of a foreign page is no body', async () => {
  expect(await set('name=a&url=b', { type: 'text/plain' })).toMatchObject({ status: 415, code: -2 })
})

test.each([
  ['no token', '', 401],
  ['a token that is not ours', 'x.y.z', 401],
  ['an app by OAuth, whatever its scope', 'opaque', 403],
  ['a token that may only read (CVE-2026-49291)', 'r.r.r', 403],
])('%s changes nothing', async (_who, token, status) => {
  const answer = await set({ name: 'a', url }, { token })
  expect([answer.status, answer.data]).toEqual([status, null])
  expect('www-authenticate' in answer.headers).toBe(status === 401)
  expect(await bed.store.list(1)).toEqual([])
})

test('people see and change their own alone', async () => {
  await set({ name: 'notes', url })
  expect((await ask('', undefined, { token: 'b.b.b' })).data).toEqual({})
  await set({ name: 'notes', url: 'https://other.example/' }, { token: 'b.b.b' })
  await ask('/delete', { name: 'notes' }, { token: 'b.b.b' })
  expect((await ask('', undefined, { token: 'r.r.r', method: 'GET' })).data.notes.url).toBe(url)
})

test('two that add one name at once make one server', async () => {
  await Promise.all(Array.from({ length: 5 }, () => set({ name: 'notes', url })))
  expect(await bed.store.list(1)).toHaveLength(1)
})

test('state is not changed by GET', async () => {
  expect((await ask('/set', undefined, { method: 'GET' })).status).toBe(405)
  expect((await ask('/delete', undefined, { method: 'DELETE' })).status).toBe(405)
})
