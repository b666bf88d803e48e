/**
 * The hub's client as the MCP conformance suite wants one: `npm run -s conformance:client -- URL` connects as the hub
 * does, lists what there is, calls, reads and gets it all once, and ends with 0. MCP_CONFORMANCE_SCENARIO names the
 * scenario, MCP_CONFORMANCE_CONTEXT holds credentials and calls as JSON. Where the server wants a login, the person's
 * part in the browser is done by following the addresses.
 */
import { z } from 'zod'
import { silentLogger } from '../src-main/log/logger.ts'
import { createConnect } from '../src-main/mcp-client/connection/connect.ts'
import { createLoginService } from '../src-main/mcp-client/login/login-service.ts'
import type { IssuedLogin } from '../src-main/mcp-client/login/login-store.ts'
import type { Connection, PersonQuestion } from '../src-main/mcp-client/model/connection.ts'
import { defaultSettings, noValues, type ServerEntry } from '../src-main/mcp-client/model/server-entry.ts'
import { ServerError } from '../src-main/mcp-client/model/server-status.ts'

/** The suite's own: it stands for the document that a project would host. */
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json'
/** The first, and one step-up or one move to another issuer. */
const MAX_LOGINS = 2
const LOGIN_MS = 20_000

const url = process.argv[2]
if (url === undefined || !URL.canParse(url)) {
  console.error('usage: npm run -s conformance:client -- URL')
  process.exit(2)
}

const context = z
  .object({
    client_id: z.string().nullable().default(null),
    client_secret: z.string().nullable().default(null),
    toolCalls: z
      .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }))
      .optional(),
  })
  .parse(JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'))

const at = new Date()
const entry: ServerEntry = {
  id: '00000000-0000-4000-8000-000000000000',
  userId: 1,
  slug: 'suite',
  name: 'Conformance suite',
  origin: { kind: 'form' },
  target: {
    kind: 'http',
    url,
    headerNames: [],
    auth: 'oauth',
    oauth: { clientId: context.client_id, scopes: null, redirectPort: null },
  },
  settings: { ...defaultSettings, asks: { sampling: true, elicitation: true, roots: true } },
  enabled: true,
  position: 0,
  approved: null,
  createdAt: at,
  changedAt: at,
}
const values = { ...noValues, clientSecret: context.client_secret }

const kept = new Map<string, IssuedLogin>()
const logins = createLoginService({
  store: {
    all: async () => [...kept.values()].reverse(),
    save: async (_server, login) => {
      kept.delete(login.issuer)
      kept.set(login.issuer, login)
    },
    removeAll: async () => kept.clear(),
  },
  log: silentLogger,
  clientMetadataUrl: CLIENT_METADATA_URL,
  // The suite's authorization server asks nobody and redirects to the address that waits for it.
  openBrowser: async (page) => void (await fetch(page)),
  loginMs: LOGIN_MS,
})

/** A person who accepts what every form offers, and whose model says one thing. */
async function askPerson({ kind }: PersonQuestion): Promise<unknown> {
  if (kind !== 'sampling') return { action: 'accept', content: {} }
  return { role: 'assistant', content: { type: 'text', text: 'An answer.' }, model: 'none', stopReason: 'endTurn' }
}

const connect = createConnect({
  launcher: {
    launch: () => {
      throw new Error('the suite has no programs')
    },
  },
  authFor: (of, ownValues) => ({ provider: logins.authFor(of, ownValues) }),
  log: silentLogger,
  env: {},
})

const open = (): Promise<Connection> =>
  connect({
    entry,
    values,
    hooks: {
      onListChanged() {},
      onResourceUpdated() {},
      onAnswer() {},
      onLog() {},
      onEra() {},
      askPerson,
    },
    era: null,
    signal: new AbortController().signal,
  })

async function logIn(): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    const stop = logins.onChanged(() => {
      void logins.status(entry).then((status) => {
        if (status?.state === 'running') return
        stop()
        resolve()
      })
    })
  })
  await logins.start(entry, values)
  await ended
  const fault = (await logins.status(entry))?.fault
  if (fault) throw new ServerError(fault)
}

const opened: Connection[] = []
let loginsMade = 0

/** As a person does it: what wants a login is tried again after one. */
async function withLogin<T>(work: (of: Connection) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const connection = opened.at(-1) ?? (await open())
      if (opened.length === 0) opened.push(connection)
      return await work(connection)
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== 'unauthorized' || loginsMade === MAX_LOGINS) throw error
      loginsMade += 1
      await logIn()
      await opened.pop()?.close()
    }
  }
}

/** Something of the type that a schema asks for. */
function sample(schema: unknown): unknown {
  const { type } = z.looseObject({ type: z.unknown() }).catch({ type: 'string' }).parse(schema)
  switch (type) {
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'text'
  }
}

try {
  const listing = await withLogin((of) => of.list())
  const calls =
    context.toolCalls ??
    listing.tools.map(({ name, inputSchema }) => ({
      name,
      arguments: Object.fromEntries(
        (inputSchema.required ?? []).map((key) => [key, sample(inputSchema.properties?.[key])]),
      ),
    }))
  for (const { name, arguments: args } of calls) await withLogin((of) => of.callTool({ tool: name, args }))
  for (const { uri } of listing.resources) await withLogin((of) => of.readResource(uri))
  for (const { name, arguments: wanted = [] } of listing.prompts) {
    const args = Object.fromEntries(wanted.map((argument) => [argument.name, 'text']))
    await withLogin((of) => of.getPrompt(name, args))
  }
} catch (error) {
  console.error(error instanceof ServerError ? [error.code, error.message, ...error.fault.details].join('\n') : error)
  process.exitCode = 1
} finally {
  await opened.pop()?.close()
  await logins.close()
}
