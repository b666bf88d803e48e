/** A deep agent over a scripted model server, with registry, gate and files played by the test. */
import { createCallControls } from '../../../src-main/agents/call-controls.ts'
import { createDeepAgentRunner, type DeepAgentOptions } from '../../../src-main/agents/deep/deep-agent.ts'
import type { AgentEvent, AgentInput } from '../../../src-main/agents/events.ts'
import type { FileSpace, MemoryNote } from '../../../src-main/agents/files/types.ts'
import type { ResolvedModel } from '../../../src-main/agents/models/types.ts'
import { createPrompts } from '../../../src-main/agents/prompt/prompts.ts'
import { resourcePath } from '../../../src-main/config/entries.ts'
import type { Logger } from '../../../src-main/log/logger.ts'
import type { RunGate } from '../../../src-main/registry/approval/run-gate.ts'
import type { ToolCall, ToolDefinition, ToolOutcome } from '../../../src-main/registry/types.ts'
import type { Brain } from '../../fake-models/fake-answer.ts'
import { type FakeModel, startFakeModel } from '../../fake-models/fake-model.ts'

export const silentLog: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
  close: () => Promise.resolve(),
}

export interface PlayedTool {
  readonly name: string
  readonly server?: string
  readonly isReadOnly?: boolean
  readonly description?: string
  readonly inputSchema?: ToolDefinition['inputSchema']
  run(args: unknown, call: ToolCall): Promise<unknown> | unknown
}

export interface BedOptions extends Partial<Omit<DeepAgentOptions, 'registry' | 'models'>> {
  readonly tools?: readonly PlayedTool[]
  readonly model?: Partial<ResolvedModel>
  readonly info?: Partial<ResolvedModel['info']>
  readonly gate?: Partial<RunGate>
  readonly notes?: readonly MemoryNote[]
}

export interface DeepBed {
  readonly fake: FakeModel
  /** Calls that reached the registry. */
  readonly calls: ToolCall[]
  readonly files: Map<string, string>
  readonly controls: ReturnType<typeof createCallControls>
  ask(question: string, input?: Partial<AgentInput>): AsyncIterable<AgentEvent>
  /** All events of one question. */
  answer(question: string, input?: Partial<AgentInput>): Promise<AgentEvent[]>
  close(): Promise<void>
}

const me = { id: 1, publicId: 'p1', timeZone: 'Europe/Berlin', language: 'en' }

export async function openDeepBed(brain: Brain, options: BedOptions = {}): Promise<DeepBed> {
  const fake = await startFakeModel(brain)
  const calls: ToolCall[] = []
  const files = new Map<string, string>()
  const controls = createCallControls()
  const tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]))
  const info = {
    id: 'fake-model',
    name: 'Fake',
    contextWindow: 128_000,
    supportsTools: true,
    supportsImages: false,
    supportsPdf: false,
    reasons: null,
    isManual: false,
    ...options.info,
  }
  const resolved: ResolvedModel = {
    ref: { provider: 'fake', model: 'fake-model' },
    providerName: 'Fake',
    wire: 'openai-compatible',
    preset: 'custom',
    baseUrl: fake.url,
    host: `127.0.0.1:${fake.port}`,
    isLocal: true,
    apiKey: 'sk-secret-of-the-test',
    info,
    contextWindow: info.contextWindow ?? 128_000,
    options: {},
    ...options.model,
  }
  const gate: RunGate = {
    runId: null,
    conversationId: null,
    taint: () => ({ hasPrivate: false, untrusted: [] }),
    mark: () => undefined,
    approve: () => Promise.resolve({ isAllowed: true, choice: 'once' }),
    consent: () => Promise.resolve({ isAllowed: true, choice: 'always' }),
    question: () => Promise.resolve(null),
    ...options.gate,
  }
  const agent = createDeepAgentRunner({
    registry: {
      list: () => Promise.resolve([...tools.values()].map(definitionOf)),
      invoke: async (call) => {
        calls.push(call)
        const tool = tools.get(call.tool)
        if (tool === undefined) return failure('unknown_tool', `There is no tool ${call.tool}.`)
        const result = await tool.run(call.args, call)
        if (isOutcome(result)) return result
        return { ok: true, result, text: JSON.stringify(result), success: true, durationMs: 1 }
      },
    },
    models: { resolve: () => Promise.resolve(resolved) },
    skills: { usable: () => Promise.resolve([]), prompt: () => '' },
    files: { openSpace: () => memorySpace(files), notes: () => Promise.resolve([...(options.notes ?? [])]) },
    repl: {
      open: () => ({
        eval: (code) => Promise.resolve({ ok: true, result: `ran ${code}`, console: '', isCut: false, durationMs: 1 }),
        close: () => Promise.resolve(),
      }),
    },
    // Keeps nothing: checkpoints have tests of their own, with a real database.
    db: { query: () => Promise.resolve([]) },
    prompts: createPrompts({ dir: resourcePath('resources/prompts'), log: silentLog }),
    profileOf: () => Promise.resolve({ units: {}, preferences: {} }),
    health: { overview: () => Promise.resolve([]) },
    now: () => new Date('2025-07-05T12:30:00Z'),
    log: silentLog,
    sleep: () => Promise.resolve(),
    controls,
    ...options,
  })
  const ask = (question: string, input: Partial<AgentInput> = {}) =>
    agent.run({
      question,
      conversationId: null,
      runId: null,
      user: me,
      subject: { user: input.user ?? me, name: 'Me', dataClasses: null },
      attachments: [],
      history: [],
      model: null,
      gate,
      resumed: null,
      signal: new AbortController().signal,
      ...input,
    })
  return {
    fake,
    calls,
    files,
    controls,
    ask,
    async answer(question, input) {
      const events: AgentEvent[] = []
      for await (const event of ask(question, input)) events.push(event)
      return events
    },
    close: () => fake.close(),
  }
}

export const failure = (code: Extract<ToolOutcome, { ok: false }>['error']['code'], message: string): ToolOutcome => ({
  ok: false,
  error: { code, message, hint: '' },
  durationMs: 1,
})

function isOutcome(value: unknown): value is ToolOutcome {
  return typeof value === 'object' && value !== null && 'ok' in value && 'durationMs' in value
}

function definitionOf(tool: PlayedTool): ToolDefinition {
  const { name, server, isReadOnly = true } = tool
  return {
    name,
    title: name,
    description: tool.description ?? `Does ${name}.`,
    inputSchema: tool.inputSchema ?? { type: 'object', properties: { q: { type: 'string' } } },
    origin: server === undefined ? { kind: 'packaged', file: 'x.ts' } : { kind: 'server', server },
    needsIdentity: false,
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false, idempotentHint: false },
    scope: 'mcp:read',
  }
}

/** Enough of a file space for the loop; the real one has its own tests. */
function memorySpace(files: Map<string, string>): FileSpace {
  const missing = { ok: false, code: 'not_found', message: 'There is no such file.' } as const
  return {
    ls: () =>
      Promise.resolve({
        ok: true,
        entries: [...files].map(([path, text]) => ({ path, isDirectory: false, bytes: text.length, changedAt: null })),
      }),
    read: (path) => {
      const text = files.get(path)
      if (text === undefined) return Promise.resolve(missing)
      return Promise.resolve({
        ok: true,
        content: { kind: 'text', text, startLine: 1, endLine: 1, totalLines: 1, nextOffset: null },
      })
    },
    raw: (path) => {
      const text = files.get(path)
      if (text === undefined) return Promise.resolve(missing)
      return Promise.resolve({ ok: true, text: null, bytes: Buffer.from(text), mime: 'image/png' })
    },
    write: (path, text) => {
      files.set(path, text)
      return Promise.resolve({ ok: true, path })
    },
    edit: () => Promise.resolve(missing),
    remove: () => Promise.resolve(missing),
    glob: () => Promise.resolve({ ok: true, entries: [] }),
    grep: () => Promise.resolve({ ok: true, matches: [], isCut: false }),
  }
}

export function textIn(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

export function ofType<T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) {
  return events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
}

/** From source, and on a busy machine, the libraries of the loop take longer to load than a test may last. */
export async function warmUp(): Promise<void> {
  await Promise.all([
    import('../../../src-main/agents/deep/loop/deep-loop.ts'),
    import('../../../src-main/agents/models/chat-model/compatible-chat.ts'),
  ])
}
