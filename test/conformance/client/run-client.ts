/** One run of the hub's client against a server of the conformance suite: its Connect, its logins, and a person who agrees. */
import { inspect } from 'node:util'
import type { Tool } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createConnect } from '../../../src-main/mcp-client/connection/connect.ts'
import { createLoginService, type Logins } from '../../../src-main/mcp-client/login/login-service.ts'
import type { IssuedLogin, LoginStore } from '../../../src-main/mcp-client/login/login-store.ts'
import type { Connection, PersonQuestion } from '../../../src-main/mcp-client/model/connection.ts'
import {
  defaultSettings,
  noValues,
  type ServerEntry,
  type ServerValues,
} from '../../../src-main/mcp-client/model/server-entry.ts'
import { ServerError } from '../../../src-main/mcp-client/model/server-status.ts'

/** The suite's own: it stands for the document that a project would host. */
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json'
/** The first, and one step-up or one move to another issuer. */
const MAX_LOGINS = 2
const LOGIN_MS = 60_000

const contextSchema = z.object({
  client_id: z.string().nullable().default(null),
  client_secret: z.string().nullable().default(null),
  toolCalls: z
    .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
})

/** Null when everything went well, else why it did not. */
export async function runClient(url: string, contextJson: string): Promise<string | null> {
  const context = contextSchema.parse(JSON.parse(contextJson))
  const entry = entryOf(url, context.client_id)
  const client = createClient(entry, { ...noValues, clientSecret: context.client_secret })
  try {
    const listing = await client.use((of) => of.list())
    const calls =
      context.toolCalls ?? listing.tools.map((tool) => ({ name: tool.name, arguments: sampleArguments(tool) }))
    for (const { name, arguments: args } of calls) await client.use((of) => of.callTool({ tool: name, args }))
    for (const { uri } of listing.resources) await client.use((of) => of.readResource(uri))
    for (const { name, arguments: wanted = [] } of listing.prompts) {
      const args = Object.fromEntries(wanted.map((argument) => [argument.name, 'text']))
      await client.use((of) => of.getPrompt(name, args))
    }
    return null
  } catch (error) {
    return error instanceof ServerError
      ? [error.code, error.message, ...error.fault.details].join('\n')
      : inspect(error)
  } finally {
    await client.close()
  }
}

function entryOf(url: string, clientId: string | null): ServerEntry {
  const at = new Date()
  return {
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
      oauth: { clientId, scopes: null, redirectPort: null },
    },
    settings: {
      ...defaultSettings,
      // The suite starts dozens at once, on whatever computer there is.
      limits: { ...defaultSettings.limits, connectMs: 100_000 },
      asks: { sampling: true, elicitation: true, roots: true },
    },
    enabled: true,
    position: 0,
    approved: null,
    createdAt: at,
    changedAt: at,
  }
}

interface SuiteClient {
  /** As a person does it: what wants a login is tried again after one. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

function createClient(entry: ServerEntry, values: ServerValues): SuiteClient {
  const logins = createLoginService({
    store: memoryStore(),
    log: silentLogger,
    clientMetadataUrl: CLIENT_METADATA_URL,
    // The suite's authorization server asks nobody and redirects to the address that waits for it.
    openBrowser: async (page) => void (await fetch(page)),
    loginMs: LOGIN_MS,
  })
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
  const hooks = {
    onListChanged() {},
    onResourceUpdated() {},
    onAnswer() {},
    onLog() {},
    onEra() {},
    askPerson,
  }
  const opened: Connection[] = []
  let loginsMade = 0

  async function connection(): Promise<Connection> {
    const [kept] = opened
    if (kept !== undefined) return kept
    const made = await connect({ entry, values, hooks, era: null, signal: new AbortController().signal })
    opened.push(made)
    return made
  }

  return {
    async use(work) {
      for (;;) {
        try {
          return await work(await connection())
        } catch (error) {
          if (!(error instanceof ServerError) || error.code !== 'unauthorized' || loginsMade === MAX_LOGINS) throw error
          loginsMade += 1
          await logIn(logins, entry, values)
          await opened.pop()?.close()
        }
      }
    },
    async close() {
      await opened.pop()?.close()
      await logins.close()
    },
  }
}

/** Resolves when it has ended well; rejects with why it did not. */
async function logIn(logins: Logins, entry: ServerEntry, values: ServerValues): Promise<void> {
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

function memoryStore(): LoginStore {
  const kept = new Map<string, IssuedLogin>()
  return {
    all: async () => [...kept.values()].reverse(),
    async save(_server, login) {
      kept.delete(login.issuer)
      kept.set(login.issuer, login)
    },
    removeAll: async () => kept.clear(),
  }
}

/** A person who sends every form as the app's page opens it, and whose model says one thing. */
async function askPerson({ kind, params }: PersonQuestion): Promise<unknown> {
  if (kind === 'sampling') {
    return { role: 'assistant', content: { type: 'text', text: 'An answer.' }, model: 'none', stopReason: 'endTurn' }
  }
  if (kind === 'url') return { action: 'accept' }
  const form = await import('../../../src-renderer/features/questions/elicitation-fields.ts')
  const schema = z.record(z.string(), z.unknown()).parse(params.requestedSchema)
  const fields = form.elicitationFields(schema)
  if (fields === null) throw new Error('the page has no form for this')
  return { action: 'accept', content: form.elicitationContent(fields, form.firstValues(fields, schema)) }
}

function sampleArguments({ inputSchema }: Tool): Record<string, unknown> {
  const required = inputSchema.required ?? []
  return Object.fromEntries(required.map((key) => [key, sample(inputSchema.properties?.[key])]))
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
