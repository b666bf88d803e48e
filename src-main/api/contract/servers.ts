/** The Servers pages: external MCP servers, from the first look at an entry to the call of a tool. */
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'

const id = z.uuid()
/** A sentence in the person's language is chosen by the hub. */
const fault = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  details: z.array(z.string()),
})
export type ServerFaultView = z.infer<typeof fault>

export const serverState = z.enum(['starting', 'ready', 'needs-login', 'needs-approval', 'failed', 'stopped', 'parked'])
export type ServerStateView = z.infer<typeof serverState>
export const toolPolicy = z.enum(['allow', 'ask', 'block'])
export type ToolPolicyView = z.infer<typeof toolPolicy>

const originView = z.object({
  kind: z.enum(['form', 'paste', 'link', 'api', 'client', 'bundle', 'companion', 'file']),
  /** The client's name, the bundle and its version, the file; null where the kind says it all. */
  detail: z.string().nullable(),
})

export const serverRow = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  transport: z.enum(['stdio', 'http', 'sse']),
  /** The command with its arguments, or the URL: one line to tell servers apart by. */
  summary: z.string(),
  origin: originView,
  enabled: z.boolean(),
  state: serverState,
  /** ISO instants. */
  since: z.string(),
  lastAnswerAt: z.string().nullable(),
  retryAt: z.string().nullable(),
  fault: fault.nullable(),
  /** The last list is shown because the server could not be asked again. */
  stale: z.boolean(),
  tools: z.object({ on: z.number(), total: z.number() }),
  /** Tools that are new or another than what was approved: they stay off until the person has looked. */
  toReview: z.number(),
  shared: z.boolean(),
})
export type ServerRow = z.infer<typeof serverRow>

const limits = z.object({
  connectMs: z.number().int().min(1_000).max(600_000),
  requestMs: z.number().int().min(1_000).max(3_600_000),
  streamMs: z.number().int().min(1_000).max(3_600_000),
  hardCapMs: z.number().int().min(1_000).max(86_400_000),
})

export const serverSettings = z.object({
  stateful: z.boolean(),
  limits,
  shared: z.boolean(),
  policy: toolPolicy,
  clash: z.enum(['rename', 'skip', 'override', 'refuse']),
  prefix: z.boolean(),
  asks: z.object({ sampling: z.boolean(), elicitation: z.boolean(), roots: z.boolean() }),
  roots: z.array(z.string()),
  proxy: z.union([z.enum(['system', 'none']), z.object({ url: z.string() })]),
  caFile: z.string().nullable(),
  processors: z.array(z.string()),
})
export type ServerSettingsView = z.infer<typeof serverSettings>

/** A name whose value is a secret. `isSet` false: it has to be filled in before the server can start. */
const secretName = z.object({ name: z.string(), isSet: z.boolean() })

/** Everything that will run or be reached, whole: long texts are not cut, and what cannot be seen is spelled out. */
export const targetView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    cwd: z.string().nullable(),
    env: z.array(secretName),
    encoding: z.string(),
    encodingErrors: z.enum(['strict', 'replace', 'ignore']),
  }),
  z.object({
    kind: z.enum(['http', 'sse']),
    url: z.string(),
    headers: z.array(secretName),
    auth: z.enum(['none', 'bearer', 'oauth']),
    hasBearer: z.boolean(),
    oauth: z.object({
      clientId: z.string().nullable(),
      hasClientSecret: z.boolean(),
      scopes: z.array(z.string()).nullable(),
      redirectPort: z.number().nullable(),
    }),
  }),
])
export type TargetView = z.infer<typeof targetView>

/** Something about a text that a person should know before they trust it. */
const warning = z.object({
  code: z.enum([
    'invisible-characters',
    'bidi-characters',
    'newlines',
    'very-long',
    'shell',
    'downloads-code',
    'placeholder',
    'unknown-key',
    'plain-http',
    'private-address',
    'oversize-description',
    'instructions-to-model',
  ]),
  /** Where: 'command', 'args[3]', 'env.TOKEN', 'url', 'description', … */
  place: z.string(),
  text: z.string(),
})
export type TrustWarning = z.infer<typeof warning>

/** What a person looks at before anything runs. */
export const review = z.object({
  /** Stands for exactly this target; goes back with the approval. */
  fingerprint: z.string(),
  target: targetView,
  /** What was approved before; null when nothing was. */
  before: targetView.nullable(),
  warnings: z.array(warning),
})
export type ReviewView = z.infer<typeof review>

export const serverTool = z.object({
  /** As the server calls it, and as it is offered. */
  name: z.string(),
  alias: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()).nullable(),
  annotations: z.object({
    readOnly: z.boolean().nullable(),
    destructive: z.boolean().nullable(),
    idempotent: z.boolean().nullable(),
    openWorld: z.boolean().nullable(),
  }),
  enabled: z.boolean(),
  /** Null: the server's. */
  policy: toolPolicy.nullable(),
  preset: z.record(z.string(), z.unknown()),
  /** Approved as it is; new; or another than what was approved. */
  trust: z.enum(['approved', 'new', 'changed']),
  /** What was approved, for the difference; null for the others. */
  approved: z.object({ description: z.string(), inputSchema: z.record(z.string(), z.unknown()) }).nullable(),
  fingerprint: z.string(),
  warnings: z.array(warning),
  /** Why no model is offered it, in a sentence: schema that cannot be used, name that is taken, blocked, off. */
  setAside: z.string().nullable(),
})
export type ServerToolView = z.infer<typeof serverTool>

export const serverDetail = serverRow.extend({
  target: targetView,
  settings: serverSettings,
  /** Set when it cannot run before the person has looked. */
  review: review.nullable(),
  pid: z.number().nullable(),
  era: z.enum(['modern', 'legacy']).nullable(),
  protocolVersion: z.string().nullable(),
  serverInfo: z.object({ name: z.string(), title: z.string().nullable(), version: z.string() }).nullable(),
  instructions: z.string().nullable(),
  listedAt: z.string().nullable(),
  toolList: z.array(serverTool),
  resources: z.number(),
  prompts: z.number(),
  /** Of an OAuth login; null where none is used. */
  login: z
    .object({
      state: z.enum(['none', 'running', 'done', 'expired']),
      issuer: z.string().nullable(),
      scopes: z.array(z.string()),
      expiresAt: z.string().nullable(),
      /** Where the browser was sent, while it runs. */
      url: z.string().nullable(),
      /** Why the last try did not succeed. */
      fault: fault.nullable(),
    })
    .nullable(),
  /** Declared in a file: it is edited there. */
  declaredIn: z.string().nullable(),
})
export type ServerDetail = z.infer<typeof serverDetail>

/** What a person fills in, or an importer read. Values are secrets and only ever go this way. */
export const serverDraft = z.object({
  name: z.string().trim().min(1).max(80),
  target: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('stdio'),
      command: z.string().min(1).max(4096),
      args: z.array(z.string().max(65_536)).max(256),
      cwd: z.string().max(4096).nullable().default(null),
      env: z.record(z.string().min(1).max(256), z.string().max(65_536).nullable()).default({}),
      encoding: z.string().max(40).default('utf-8'),
      encodingErrors: z.enum(['strict', 'replace', 'ignore']).default('replace'),
    }),
    z.object({
      kind: z.enum(['http', 'sse']),
      url: z.string().min(1).max(8192),
      /** Null keeps what is stored, or has to be filled in later. */
      headers: z.record(z.string().min(1).max(256), z.string().max(65_536).nullable()).default({}),
      auth: z.enum(['none', 'bearer', 'oauth']).default('none'),
      bearer: z.string().max(65_536).nullable().default(null),
      oauth: z
        .object({
          clientId: z.string().max(2048).nullable().default(null),
          clientSecret: z.string().max(8192).nullable().default(null),
          scopes: z.array(z.string().max(256)).max(64).nullable().default(null),
          redirectPort: z.number().int().min(1).max(65_535).nullable().default(null),
        })
        .default({ clientId: null, clientSecret: null, scopes: null, redirectPort: null }),
    }),
  ]),
})
export type ServerDraft = z.input<typeof serverDraft>

/** Where entries are read from. Reading starts nothing and stores nothing. */
const proposalSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), draft: serverDraft }),
  /** JSON (or YAML, TOML) of any known client. */
  z.object({ kind: z.literal('paste'), text: z.string().max(2_000_000) }),
  z.object({ kind: z.literal('link'), url: z.string().max(200_000) }),
  /** All entries of one client program of this computer. */
  z.object({ kind: z.literal('client'), client: z.string() }),
  /** A .mcpb file that was uploaded (browser) or lies at a path (desktop, owner only). */
  z.object({ kind: z.literal('bundle'), upload: z.string().optional(), path: z.string().optional() }),
  z.object({ kind: z.literal('companion'), companion: z.string() }),
])
export type ProposalSource = z.input<typeof proposalSource>
/** As the hub reads it, with every default in its place. */
export type ReadSource = z.output<typeof proposalSource>

/** A field of a bundle's user_config, or a value that an entry wants filled in. */
const configField = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  required: z.boolean(),
  sensitive: z.boolean(),
  multiple: z.boolean(),
  default: z.unknown(),
  min: z.number().nullable(),
  max: z.number().nullable(),
})
export type ConfigField = z.infer<typeof configField>

export const proposal = z.object({
  /** The hub keeps what was read under it until it is added or the hub ends. */
  key: z.string(),
  name: z.string(),
  origin: originView,
  review,
  fields: z.array(configField),
  /** A server that is registered already and is the same. */
  duplicateOf: z.string().nullable(),
  /** Why it cannot be added; null when it can. */
  problem: z.string().nullable(),
})
export type Proposal = z.infer<typeof proposal>

const foundClient = z.object({
  client: z.string(),
  name: z.string(),
  file: z.string(),
  servers: z.array(z.object({ name: z.string(), summary: z.string(), known: z.boolean() })),
  /** Why its file could not be read, in a sentence. */
  problem: z.string().nullable(),
})
export type FoundClient = z.infer<typeof foundClient>

export const logLine = z.object({
  at: z.string(),
  from: z.enum(['stderr', 'stdout', 'hub', 'server']),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  text: z.string(),
})
export type LogLineView = z.infer<typeof logLine>

const runEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    done: z.number(),
    total: z.number().nullable(),
    message: z.string().optional(),
  }),
  z.object({
    type: z.literal('outcome'),
    ok: z.boolean(),
    /** The whole MCP result: content blocks of every type, structuredContent, isError. */
    result: z.record(z.string(), z.unknown()).nullable(),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
    notice: z.string().nullable(),
    durationMs: z.number(),
  }),
])
export type ServerRunEvent = z.infer<typeof runEvent>

const resourceRow = z.object({
  uri: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  mimeType: z.string().nullable(),
  isTemplate: z.boolean(),
})
const promptRow = z.object({
  name: z.string(),
  description: z.string().nullable(),
  arguments: z.array(z.object({ name: z.string(), description: z.string().nullable(), required: z.boolean() })),
})

const companion = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  tools: z.array(z.string()),
  /** What it needs and does not have, in a sentence each; empty: it can be added. */
  missing: z.array(z.string()),
  /** Keys it asks for when it is added. */
  fields: z.array(configField),
  /** The server it was added as. */
  serverId: z.string().nullable(),
})
export type CompanionView = z.infer<typeof companion>

const groupView = z.object({
  name: z.string().trim().min(1).max(60),
  description: z.string().max(400),
  active: z.boolean(),
  byAgent: z.boolean(),
  /** Names that tools are offered under. */
  members: z.array(z.string()),
})
export type ToolGroupView = z.infer<typeof groupView>

export const serversContract = {
  list: oc.output(
    z.object({
      servers: z.array(serverRow),
      fileProblems: z.array(z.object({ file: z.string(), problem: z.string() })),
    }),
  ),
  get: oc.input(z.object({ id })).output(serverDetail),

  /** Client programs of this computer with servers in their settings. Reads files, starts nothing. */
  find: oc.output(z.array(foundClient)),
  /** An install link that the operating system handed over, once; null when none waits. */
  pendingLink: oc.output(z.object({ link: z.string().nullable() })),
  propose: oc.input(proposalSource).output(z.array(proposal)),
  /**
   * Stores what was proposed. With `approve` the person agreed to exactly what the proposal showed, and it starts;
   * without, it is there and off. Field values fill the bundle's or companion's form.
   */
  add: oc
    .input(
      z.object({
        key: z.string(),
        fingerprint: z.string(),
        fields: z.record(z.string(), z.unknown()).default({}),
        approve: z.boolean(),
      }),
    )
    .output(z.object({ id })),
  /** Agrees to what the review shows, and starts it. */
  approve: oc.input(z.object({ id, fingerprint: z.string() })).output(serverDetail),
  approveTools: oc
    .input(z.object({ id, tools: z.array(z.object({ name: z.string(), fingerprint: z.string() })) }))
    .output(serverDetail),

  /** Nulls in env and headers keep the stored value. What runs is another then, so it waits for approval. */
  update: oc
    .input(z.object({ id, draft: serverDraft.optional(), settings: serverSettings.partial().optional() }))
    .output(serverDetail),
  setValues: oc
    .input(
      z.object({
        id,
        env: z.record(z.string(), z.string()).default({}),
        headers: z.record(z.string(), z.string()).default({}),
        bearer: z.string().optional(),
        clientSecret: z.string().optional(),
      }),
    )
    .output(serverDetail),
  duplicate: oc.input(z.object({ id })).output(z.object({ id })),
  remove: oc.input(z.object({ ids: z.array(id) })).output(z.object({ removed: z.number() })),
  /** For other programs: names of secrets as placeholders, never values. */
  export: oc.input(z.object({ ids: z.array(id) })).output(z.object({ fileName: z.string(), text: z.string() })),

  /** Bulk: switched on servers start. */
  setEnabled: oc.input(z.object({ ids: z.array(id), enabled: z.boolean() })).output(z.object({ changed: z.number() })),
  start: oc.input(z.object({ id })).output(serverDetail),
  stop: oc.input(z.object({ id })).output(serverDetail),
  restart: oc.input(z.object({ id })).output(serverDetail),
  /** Asks for the lists again. */
  refresh: oc.input(z.object({ id })).output(serverDetail),
  move: oc.input(z.object({ ids: z.array(id) })),

  setTools: oc
    .input(
      z.object({
        id,
        /** Absent: all tools of the server. */
        tools: z.array(z.string()).optional(),
        enabled: z.boolean().optional(),
        policy: toolPolicy.nullable().optional(),
        preset: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .output(serverDetail),
  /** The console: the person runs a tool by hand. Ending the stream cancels the call. */
  run: oc.input(z.object({ id, tool: z.string(), args: z.unknown() })).output(eventIterator(runEvent)),

  resources: oc.input(z.object({ id })).output(z.array(resourceRow)),
  readResource: oc.input(z.object({ id, uri: z.string() })).output(
    z.object({
      contents: z.array(
        z.object({
          uri: z.string(),
          mimeType: z.string().nullable(),
          text: z.string().nullable(),
          blob: z.string().nullable(),
        }),
      ),
    }),
  ),
  prompts: oc.input(z.object({ id })).output(z.array(promptRow)),
  getPrompt: oc.input(z.object({ id, name: z.string(), args: z.record(z.string(), z.string()) })).output(
    z.object({
      description: z.string().nullable(),
      messages: z.array(z.object({ role: z.string(), content: z.record(z.string(), z.unknown()) })),
    }),
  ),

  /** What there is first, then each new line. */
  logs: oc.input(z.object({ id })).output(eventIterator(z.array(logLine))),

  /** Binds the address to return to, then answers the page that the browser has to open; `login` of the detail tells how it goes. */
  login: oc.input(z.object({ id })).output(z.object({ url: z.string() })),
  cancelLogin: oc.input(z.object({ id })),
  logout: oc.input(z.object({ id })).output(serverDetail),

  companions: oc.output(z.array(companion)),

  groups: {
    list: oc.output(z.array(groupView)),
    save: oc.input(groupView).output(z.array(groupView)),
    remove: oc.input(z.object({ name: z.string() })).output(z.array(groupView)),
  },
  /** Tools of servers that one agent may not use. */
  blocks: {
    list: oc.output(z.array(z.object({ agent: z.string(), serverId: id, tool: z.string() }))),
    set: oc.input(z.object({ agent: z.string(), serverId: id, tool: z.string(), blocked: z.boolean() })),
  },
}
