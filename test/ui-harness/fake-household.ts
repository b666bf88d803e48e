/**
 * People, personal addresses, audit log and secrets of the hub that exists only in this page. Chosen in the address:
 * `&household=one|two|asked` (asked: Grace waits for an answer), `&urls=off|on|none`, `&secrets=keychain|memory|file|fixed`,
 * `&audit=none|few|broken`. Names with "fail" in them are refused.
 */
import { AsyncIteratorClass } from '@orpc/client'
import type { PersonView, ShareLevelsView, ShareView } from '../../src-main/api/contract/people.ts'
import type { SecretsState } from '../../src-main/api/contract/secrets.ts'
import type { PersonalUrlView } from '../../src-main/api/contract/urls.ts'
import { actingPerson } from '../../src-renderer/rpc/acting-person.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { fakeAudit } from './fake-audit.ts'
import { today } from './fake-series.ts'

const params = new URLSearchParams(window.location.search)
const isChinese = params.get('lang') === 'zh-CN'
const state = params.get('state') ?? 'full'
const household = params.get('household') ?? (state === 'full' ? 'two' : 'one')

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const refusal = (message: string, hint: string) =>
  Object.assign(new Error(message), { code: 'BAD_REQUEST', data: { code: 'refused', hint } })

async function answer<T>(make: () => T): Promise<T> {
  await wait(state === 'loading' ? 1e8 : 80)
  if (state === 'broken') throw refusal('The database did not answer.', 'Try again in a moment.')
  // A copy, as it would come over the wire: what the page keeps does not change under it.
  return structuredClone(make())
}

const allPeople: PersonView[] = [
  { id: 'p1', name: isChinese ? '小林' : 'Ada', isDefault: true, isSelf: true, hasRecords: state !== 'empty' },
  { id: 'p2', name: isChinese ? '奶奶' : 'Grace', isDefault: false, isSelf: false, hasRecords: true },
  { id: 'p3', name: isChinese ? '小明' : 'Tom', isDefault: false, isSelf: false, hasRecords: false },
]
let people = household === 'one' ? allPeople.slice(0, 1) : allPeople
const self = () => people.find((person) => person.id === (actingPerson() ?? 'p1'))

/** The acting person for `app.info`; the error is the hub's own for one that is gone. */
export function actingPersonView(): { id: string; name: string; isDefault: boolean } {
  const person = self()
  if (!person) throw Object.assign(new Error('There is no such person here.'), { code: 'NOT_FOUND' })
  return { id: person.id, name: person.name, isDefault: person.isDefault }
}

const none: ShareLevelsView = { chat: 'none', health: 'none', genetics: 'none' }
const share = (index: number, patch: Partial<ShareView>): ShareView => {
  const { id = '', name = '' } = allPeople[index] ?? {}
  return { person: { id, name }, granted: none, asked: null, askedAt: null, ...patch }
}
let given: ShareView[] = [
  share(1, {
    granted: {
      ...none,
      chat: household === 'asked' ? 'none' : 'read',
      health: household === 'asked' ? 'none' : 'read',
    },
    ...(household === 'asked' && {
      asked: { chat: 'read', health: 'read', genetics: 'read' },
      askedAt: `${today}T07:20:00Z`,
    }),
  }),
]
let received: ShareView[] = [
  share(1, { granted: { ...none, chat: 'read', health: 'read' } }),
  share(2, { asked: { ...none, chat: 'read' }, askedAt: `${today}T08:05:00Z` }),
]

function put(list: ShareView[], id: string, patch: Partial<ShareView>): ShareView[] {
  const person = people.find((one) => one.id === id)
  if (!person) throw refusal('There is no such person here.', 'Read the page again.')
  const known = list.find((one) => one.person.id === id)
  const base = known ?? { person: { id, name: person.name }, granted: none, asked: null, askedAt: null }
  return [...list.filter((one) => one.person.id !== id), { ...base, ...patch }]
}

const secret = (seed: number) => `${'kT3nQ8vR1xL0pW6z'.repeat(8)}`.slice(seed % 7, (seed % 7) + 120) + seed
const url = (patch: Partial<PersonalUrlView> & { id: string }): PersonalUrlView => ({
  label: '',
  person: { id: 'p1', name: allPeople[0]?.name ?? '' },
  createdAt: '2026-06-02T10:00:00Z',
  expiresAt: '2027-06-02T10:00:00Z',
  lastUsedAt: null,
  lastClient: null,
  state: 'live',
  ...patch,
})
const grace = { id: 'p2', name: allPeople[1]?.name ?? '' }
let urls: PersonalUrlView[] =
  params.get('urls') === 'none'
    ? []
    : [
        url({ id: 'u1', label: 'ChatGPT', lastUsedAt: `${today}T07:41:00Z`, lastClient: 'openai-mcp 1.0' }),
        url({ id: 'u2', label: isChinese ? '客厅的电脑' : 'Tablet in the kitchen', person: grace, state: 'blocked' }),
        url({ id: 'u3', label: 'n8n', state: 'revoked' }),
        url({ id: 'u4', expiresAt: '2026-01-02T10:00:00Z', state: 'expired' }),
      ]
let urlsEnabled = params.has('urls') && params.get('urls') !== 'off'
if (params.get('urls') === 'off') urls = []

const kind = params.get('secrets') ?? (state === 'sample' ? 'memory' : 'keychain')
let secrets: SecretsState = {
  store: kind === 'memory' || kind === 'file' ? kind : kind === 'fixed' ? 'memory' : 'keychain',
  note:
    kind === 'memory'
      ? isChinese
        ? '没有找到钥匙串，密钥只放在内存里：Mirohub 退出后令牌失效。'
        : 'No keychain was found, so secrets live in memory: tokens end when Mirohub ends.'
      : null,
  chosen: kind === 'file' ? 'file' : kind === 'fixed' ? 'memory' : 'keychain',
  isFixed: kind === 'fixed',
  filePath: '/home/ada/.local/share/mirohub/secrets.json',
}

export const fakeHousehold: Pick<Client, 'people' | 'urls' | 'audit' | 'secrets'> = {
  people: {
    list: () => answer(() => people.map((person) => ({ ...person, isSelf: person.id === self()?.id }))),
    create: async ({ name }) => {
      await wait(300)
      if (/fail/i.test(name)) throw refusal('The database did not answer.', 'Try again in a moment.')
      if (people.some((person) => person.name === name)) {
        throw refusal(`There is already someone called ${name} here.`, 'Choose a name that tells them apart.')
      }
      const person = { id: `p${Date.now()}`, name, isDefault: false, isSelf: false, hasRecords: false }
      people = [...people, person]
      return person
    },
    holdings: ({ id }) =>
      answer(() =>
        id === 'p2'
          ? { records: 1_862_430, files: 3, chats: 14, access: 2 }
          : { records: 0, files: 0, chats: 0, access: 0 },
      ),
    remove: async ({ id, name }) => {
      await wait(700)
      if (!people.some((person) => person.id === id && person.name === name)) {
        throw refusal('The name is not the one of this person.', 'Type it as it is shown.')
      }
      people = people.filter((person) => person.id !== id)
      given = given.filter((one) => one.person.id !== id)
      received = received.filter((one) => one.person.id !== id)
      return { removedRows: 41_802 }
    },
    shares: {
      list: () => answer(() => (people.length === 1 ? { given: [], received: [] } : { given, received })),
      ask: async ({ person, levels }) => {
        await wait(300)
        const isTakenBack = Object.values(levels).every((level) => level === 'none')
        received = put(received, person, {
          asked: isTakenBack ? null : levels,
          askedAt: isTakenBack ? null : `${today}T09:00:00Z`,
        })
        return answer(() => received.find((one) => one.person.id === person) ?? share(1, {}))
      },
      set: async ({ person, levels }) => {
        await wait(300)
        given = put(given, person, { granted: levels, asked: null, askedAt: null })
        return answer(() => given.find((one) => one.person.id === person) ?? share(1, {}))
      },
    },
  },
  urls: {
    state: () => answer(() => ({ enabled: urlsEnabled, urls })),
    setEnabled: async ({ enabled }) => {
      await wait(200)
      urlsEnabled = enabled
      return { enabled }
    },
    ensure: async ({ person = 'p1' }) => {
      await wait(300)
      const known = urls.find((one) => one.person.id === person && one.state === 'live')
      const whose = people.find((one) => one.id === person)
      const view = known ?? url({ id: `u${Date.now()}`, person: { id: person, name: whose?.name ?? '' } })
      if (!known) urls = [view, ...urls]
      return { url: `http://127.0.0.1:18060/mcp/${secret(urls.length)}`, view }
    },
    reveal: async ({ id }) => {
      await wait(200)
      if (id === 'u2') {
        throw refusal(
          'The keychain is locked, so the address cannot be read.',
          'Unlock the keychain, or revoke this address and make a new one.',
        )
      }
      return { url: `http://127.0.0.1:18060/mcp/${secret(3)}` }
    },
    rename: async ({ id, label }) => {
      await wait(200)
      if (/fail/i.test(label)) throw refusal('The database did not answer.', 'Try again in a moment.')
      urls = urls.map((one) => (one.id === id ? { ...one, label } : one))
      return urls.find((one) => one.id === id) ?? url({ id })
    },
    revoke: async ({ id }) => {
      await wait(200)
      urls = urls.map((one) => (one.id === id ? { ...one, state: 'revoked' } : one))
      return { revoked: true }
    },
  },
  audit: fakeAudit({ answer, params, stream }),
  secrets: {
    state: () => answer(() => secrets),
    retry: async () => {
      await wait(900)
      return secrets
    },
    choose: async ({ store }) => {
      await wait(500)
      secrets = { ...secrets, store, chosen: store, note: null }
      return secrets
    },
  },
}

function stream<T>(source: AsyncGenerator<T, unknown, void>): AsyncIteratorClass<T, unknown, void> {
  return new AsyncIteratorClass<T, unknown, void>(
    () => source.next(),
    async () => {
      await source.return(undefined)
    },
  )
}
