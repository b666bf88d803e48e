/**
 * Connect page and consent requests of the hub that exists only in this page. Besides `state` the address may say
 * `&clients=none` `&write=fail` `&verify=fail|none` `&reach=fail` `&public` `&still` (nobody is heard anew)
 * `&consent[=3|document|login|ending]` `&ask` (one request four seconds later).
 */
import type { ClientAppId, ClientAppView, HeardClient } from '../../src-main/api/contract/connect.ts'
import type { ConnectedAppView, ConsentView, OwnClientView } from '../../src-main/api/contract/consents.ts'
import { entryFindingWords } from '../../src-main/mcp-client/client-apps/entry-finding.ts'
import { settingsFaultWords } from '../../src-main/mcp-client/client-apps/settings-words.ts'
import { faultWords, type Good, goodWords } from '../../src-main/mcp-server/reachability-words.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { answer, asked, failure, isEmpty, wait, wordsLanguage } from './fake-answer.ts'
import { clientsOfAda, fakeFile } from './fake-clients.ts'
import { consentsOf } from './fake-consents.ts'
import { emit } from './fake-events.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const address = asked('public') === null ? 'http://127.0.0.1:18060/mcp' : 'https://hub.example.org/mcp'

let clients = clientsOfAda().map((one) => (asked('clients') === 'none' || isEmpty ? { ...one, found: false } : one))
if (asked('clients') === 'none' || isEmpty) {
  clients = clients.map((one): ClientAppView => ({ ...one, state: 'absent', problem: null, heardAt: null }))
}

let heard: HeardClient[] = isEmpty
  ? []
  : [
      {
        name: 'claude-ai',
        version: '0.14.2',
        via: 'stdio',
        credential: 'owner',
        credentialLabel: null,
        firstAt: ago(3 * 60 * minuteMs),
        lastAt: ago(4_000),
        requests: 1_284,
        protocol: '2025-06-18',
      },
      {
        name: 'MCP Inspector',
        version: '2.12.0',
        via: 'http',
        credential: 'token',
        credentialLabel: 'Inspector',
        firstAt: ago(50 * minuteMs),
        lastAt: ago(11 * minuteMs),
        requests: 37,
        protocol: '2026-07-28',
      },
      {
        name: 'ChatGPT',
        version: null,
        via: 'http',
        credential: 'app',
        credentialLabel: 'ChatGPT',
        firstAt: ago(20 * 60 * minuteMs),
        lastAt: ago(5 * 60 * minuteMs),
        requests: 212,
        protocol: '2025-11-25',
      },
      {
        name: 'curl',
        version: '8.14.1',
        via: 'http',
        credential: 'none',
        credentialLabel: null,
        firstAt: ago(40 * minuteMs),
        lastAt: ago(40 * minuteMs),
        requests: 1,
        protocol: null,
      },
    ]

let apps: ConnectedAppView[] = isEmpty
  ? []
  : [
      {
        id: 'g1',
        name: 'ChatGPT',
        kind: 'document',
        redirectHost: 'chatgpt.com',
        scopes: ['mcp:read', 'offline_access'],
        since: ago(31 * dayMs),
        expiresAt: null,
        lastUsedAt: ago(5 * 60 * minuteMs),
        lastTool: 'query_health_indicators',
      },
      {
        id: 'g2',
        name: 'Research notebook with a rather long name that somebody gave it',
        kind: 'registered',
        redirectHost: '127.0.0.1',
        scopes: ['mcp:read', 'mcp:write', 'mcp:admin'],
        since: ago(2 * dayMs),
        expiresAt: ago(-5 * dayMs),
        lastUsedAt: null,
        lastTool: null,
      },
    ]

let own: OwnClientView[] = isEmpty
  ? []
  : [
      {
        id: 'o1',
        name: 'Nightly report',
        scopes: ['mcp:read'],
        createdAt: ago(12 * dayMs),
        lastUsedAt: ago(9 * 60 * minuteMs),
      },
    ]

const consentWord = asked('consent')
let pending: ConsentView[] = consentWord === null ? [] : consentsOf(consentWord)

if (asked('ask') !== null) {
  setTimeout(() => {
    pending = [...pending, ...consentsOf('')]
    emit('consents-changed')
  }, 4_000)
}

/** Somebody goes on talking, so that what is live can be seen to live. */
if (asked('still') === null && !isEmpty) {
  setInterval(() => {
    heard = heard.map((one, index) => (index === 0 ? { ...one, lastAt: ago(0), requests: one.requests + 1 } : one))
    clients = clients.map((one) => (one.id === 'claude-desktop' && one.found ? { ...one, heardAt: ago(0) } : one))
    emit('clients-changed')
  }, 6_000)
}

function viewOf(id: ClientAppId): ClientAppView {
  const found = clients.find((one) => one.id === id)
  if (!found) throw new Error('There is no such client.')
  return found
}

function setState(id: ClientAppId, state: ClientAppView['state']): ClientAppView {
  clients = clients.map((one) => (one.id === id ? { ...one, state, heardAt: null } : one))
  return viewOf(id)
}

const backupOf = (id: ClientAppId) =>
  fakeFile(id).before === null ? null : `${viewOf(id).configPath}.mirohub-2026-11-30T101530.bak`

const bridge = (args: string[], env?: Record<string, string>) =>
  JSON.stringify({ mcpServers: { mirohub: { command: 'npx', args, ...(env ? { env } : {}) } } }, null, 2)

type StepName = Awaited<ReturnType<Client['connect']['reachability']>>['steps'][number]['step']

const passedStep = (step: StepName, good: Good) => ({ step, ok: true, detail: goodWords(good)[wordsLanguage] })

export const fakeAccess: Pick<Client, 'consents' | 'apps' | 'connect'> = {
  consents: {
    pending: async () => pending.filter((one) => Date.parse(one.expiresAt) > Date.now()),
    decide: async ({ id, allow, scopes }) => {
      await wait(400)
      const request = pending.find((one) => one.id === id)
      pending = pending.filter((one) => one.id !== id)
      emit('consents-changed')
      if (!request || !allow) return { decided: request !== undefined }
      apps = [
        {
          id: `g${id}`,
          name: request.client.name,
          kind: request.client.kind,
          redirectHost: request.redirectHost,
          scopes: scopes ?? request.scopes,
          since: ago(0),
          expiresAt: null,
          lastUsedAt: null,
          lastTool: null,
        },
        ...apps,
      ]
      emit('access-changed')
      return { decided: true }
    },
  },
  apps: {
    list: () => answer(() => apps),
    revoke: async ({ id }) => {
      await wait(300)
      apps = apps.filter((one) => one.id !== id)
      emit('access-changed')
      return { revoked: true }
    },
    own: {
      list: () => answer(() => own),
      create: async ({ name, scopes }) => {
        await wait(300)
        const view = { id: `o${own.length + 1}`, name, scopes, createdAt: ago(0), lastUsedAt: null }
        own = [view, ...own]
        return { clientId: 'own_5b1f0c7e9d2a4486', clientSecret: 'b7Qm2n-0fXw8Zt4LsVh1cRy6KpEuJd9aGoTi3NxMzWk', view }
      },
      remove: async ({ id }) => {
        own = own.filter((one) => one.id !== id)
        return { removed: true }
      },
    },
  },
  connect: {
    clients: () => answer(() => clients),
    preview: ({ client }) =>
      answer(() => {
        const file = fakeFile(client)
        return { ...file, path: viewOf(client).configPath, backup: backupOf(client), unchanged: false }
      }),
    write: async ({ client }) => {
      await wait(500)
      const { configPath } = viewOf(client)
      if (asked('write') === 'fail') {
        const fault = { code: 'no-access', file: configPath, act: 'write' } as const
        const { message, hint } = settingsFaultWords(fault)[wordsLanguage]
        throw failure(message, hint, fault.code)
      }
      return { path: configPath, backup: backupOf(client), view: setState(client, 'current') }
    },
    remove: async ({ client }) => {
      await wait(400)
      const { configPath } = viewOf(client)
      return {
        path: configPath,
        backup: `${configPath}.mirohub-2026-11-30T101530.bak`,
        view: setState(client, 'absent'),
      }
    },
    verify: async (_, options) => {
      await wait(1_800, options?.signal)
      if (asked('verify') === 'fail') {
        const fault = { code: 'not-started', reason: 'ENOENT' } as const
        const finding = { code: 'child', command: '/usr/bin/node', fault, said: '' } as const
        return { ok: false, tools: null, ...entryFindingWords(finding)[wordsLanguage] }
      }
      const tools = asked('verify') === 'none' ? 0 : 12
      return { ok: true, tools, ...entryFindingWords({ code: 'listed', tools })[wordsLanguage] }
    },
    entries: () =>
      answer(() => ({
        stdio: `{\n  "mcpServers": {\n    ${fakeFile('claude-desktop').entry.replaceAll('\n', '\n    ')}\n  }\n}`,
        universalProxy: bridge(['-y', 'universal-mcp-proxy'], {
          UMCP_ENDPOINT: address,
          UMCP_HEADERS: 'Authorization: Bearer TOKEN',
        }),
        mcpRemote: bridge(['-y', 'mcp-remote', address, '--header', 'Authorization:${AUTH}'], {
          AUTH: 'Bearer TOKEN',
        }),
        url: address,
        header: 'Authorization: Bearer TOKEN',
        claudeCode: `claude mcp add --transport http --scope user mirohub ${address} --header "Authorization: Bearer TOKEN"`,
        publicUrl: asked('public') === null ? null : 'https://hub.example.org',
      })),
    heard: () => answer(() => heard),
    reachability: async (_, options) => {
      await wait(1_500, options?.signal)
      const passed = [
        passedStep('address', { code: 'encrypted', origin: 'https://hub.example.org' }),
        passedStep('name', { code: 'name-found', host: 'hub.example.org', addresses: ['203.0.113.20'] }),
        passedStep('connect', { code: 'port-open', port: 443 }),
      ]
      if (asked('reach') === 'fail') {
        const fault = { code: 'certificate', host: 'hub.example.org', reason: 'CERT_HAS_EXPIRED' } as const
        const { detail, hint } = faultWords(fault)[wordsLanguage]
        return {
          publicUrl: 'https://hub.example.org',
          ok: false,
          steps: [...passed, { step: 'certificate', ok: false, detail }],
          hint,
        }
      }
      return {
        publicUrl: 'https://hub.example.org',
        ok: true,
        steps: [
          ...passed,
          passedStep('certificate', { code: 'certificate-good', untilDate: '2027-02-02' }),
          passedStep('answer', { code: 'asks-for-token', address: 'https://hub.example.org/mcp' }),
          passedStep('identity', { code: 'this-hub' }),
        ],
        hint: '',
      }
    },
  },
}
