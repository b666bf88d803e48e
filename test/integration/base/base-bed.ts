/** A whole hub that is reached under its public address, two people in it, and the base agent over a fake provider. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BaseAgentOptions, createBaseAgent } from '../../../src-main/agents/base/base-agent.ts'
import { createCallControls } from '../../../src-main/agents/call-controls.ts'
import type { AgentEvent, AgentInput } from '../../../src-main/agents/events.ts'
import type { ResolvedModel } from '../../../src-main/agents/models/types.ts'
import { createPrompts } from '../../../src-main/agents/prompt/prompts.ts'
import { resourcePath } from '../../../src-main/config/entries.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { callerUser } from '../../../src-main/profiles/caller-user.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import type { ProviderConsent, RunGate } from '../../../src-main/registry/approval/run-gate.ts'
import type { FakeWire } from '../../fake-models/mcp-providers.ts'

const TOOLS = `
/** Whose data these are.
 * @readonly
 * @param what Comes back. */
export function read_mine(user_info: { user_id: string }, what = '') {
  return { success: true, what, owner: user_info.user_id }
}
/** Changes something.
 * @write */
export function change_it(user_info: { user_id: string }) { globalThis.__changed = (globalThis.__changed ?? 0) + 1; return { success: true } }
/** Asks somebody outside.
 * @readonly
 * @openworld */
export function ask_outside(user_info: { user_id: string }, query = '') { globalThis.__asked = (globalThis.__asked ?? 0) + 1; return { success: true, query } }
/** Throws.
 * @readonly */
export function break_down(user_info: { user_id: string }) { throw new Error('pipe burst') }
/** Waits until it is cancelled.
 * @readonly */
export async function hang(user_info: { user_id: string }, context: { signal: AbortSignal }) {
  await new Promise((resolve, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)))
  return { success: true }
}
`

export interface BaseBed {
  readonly hub: Hub
  readonly publicUrl: string
  readonly ada: Profile
  readonly bob: Profile
  /** Moves the clock that addresses are reckoned by. */
  pass(ms: number): void
  close(): Promise<void>
}

export async function openBaseBed(): Promise<BaseBed> {
  const root = mkdtempSync(join(tmpdir(), 'mirohub-base-'))
  const toolDir = join(root, 'my-tools')
  mkdirSync(toolDir)
  writeFileSync(join(toolDir, 'tools.ts'), TOOLS)
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const env = { MIROHUB_SECRETS: 'memory', MCP_TOOL_DIRS: toolDir, MCP_PUBLIC_URL: publicUrl }
  const loaded = loadConfig({
    env,
    flags: { dataDir: join(root, 'data') },
    platform: process.platform,
    homedir: homedir(),
  })
  let passed = 0
  const hub = await createHub(
    { ...loaded, now: () => new Date(Date.now() + passed) },
    { host: 'node', log: silentLogger },
  )
  await hub.listen(port)
  const ada = await hub.services.profiles.default()
  const bob = await hub.services.profiles.create('Bob')
  return {
    hub,
    publicUrl,
    ada,
    bob,
    pass: (ms) => {
      passed += ms
    },
    async close() {
      await hub.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => (at !== null && typeof at === 'object' ? resolve(at.port) : reject(new Error('no port'))))
    })
  })
}

const WIRES = { openai: 'openai', anthropic: 'anthropic', google: 'google', chat: 'openai-compatible' } as const
const PRESETS = { openai: 'openai', anthropic: 'anthropic', google: 'gemini', chat: 'deepseek' } as const

export function modelAt(origin: string, wire: FakeWire, change: Partial<ResolvedModel> = {}): ResolvedModel {
  return {
    ref: { provider: wire, model: 'a-model' },
    providerName: 'Some Provider',
    wire: WIRES[wire],
    preset: PRESETS[wire],
    baseUrl: wire === 'openai' || wire === 'chat' ? `${origin}/v1` : origin,
    host: 'api.provider.test',
    isLocal: false,
    apiKey: 'sk-canary-key',
    info: {
      id: 'a-model',
      name: 'A model',
      contextWindow: 100_000,
      supportsTools: true,
      supportsImages: null,
      supportsPdf: null,
      reasons: null,
      isManual: false,
    },
    contextWindow: 100_000,
    options: {},
    ...change,
  }
}

export function agentOf(bed: BaseBed, model: ResolvedModel, change: Partial<BaseAgentOptions> = {}) {
  const { hub } = bed
  return createBaseAgent({
    registry: hub.registry,
    models: { resolve: async () => model },
    agentUrls: hub.services.agentUrls,
    config: hub.config,
    reachability: async () => {
      const { ok } = await hub.services.reachability.check()
      return ok ? { ok } : { ok: false, why: { en: 'The test says no.', zh: '测试说不行。' } }
    },
    prompts: createPrompts({ dir: resourcePath('resources/prompts'), log: silentLogger }),
    profileOf: async (id) => (await hub.services.profiles.get(id)) ?? bed.ada,
    controls: createCallControls(),
    now: () => new Date(),
    log: silentLogger,
    timing: { wait: async () => {} },
    ...change,
  })
}

export interface TestGate extends RunGate {
  readonly consents: ProviderConsent[]
  readonly approvals: string[]
  readonly marks: unknown[]
}

export function gateOf(allows: { readonly consent?: boolean; readonly approve?: boolean } = {}): TestGate {
  const { consent = true, approve = true } = allows
  const consents: ProviderConsent[] = []
  const approvals: string[] = []
  const marks: unknown[] = []
  const yes = { isAllowed: true, choice: 'once' } as const
  const no = { isAllowed: false, why: 'rejected', reason: 'not this one' } as const
  return {
    consents,
    approvals,
    marks,
    runId: 'run-1',
    conversationId: null,
    taint: () => ({ hasPrivate: false, untrusted: [] }),
    mark: (read) => void marks.push(read),
    async approve(request) {
      approvals.push(request.tool)
      return approve ? yes : no
    },
    async consent(provider) {
      consents.push(provider)
      return consent ? yes : no
    },
    question: async () => null,
  }
}

export function inputOf(person: Profile, question: string, change: Partial<AgentInput> = {}): AgentInput {
  const user = callerUser({ ...person, language: 'en' })
  return {
    question,
    conversationId: 'conversation-1',
    runId: 'run-1',
    user,
    subject: { user, name: person.name, dataClasses: null },
    attachments: [],
    history: [],
    model: null,
    gate: gateOf(),
    resumed: null,
    signal: new AbortController().signal,
    ...change,
  }
}

export async function allOf(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export const textOf = (events: readonly AgentEvent[]): string =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')

export function of<T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) {
  return events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
}
