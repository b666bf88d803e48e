/**
 * BaseAgent: the provider's own SDK and nothing around it. Where this hub can be reached from outside, the provider gets
 * the hub's MCP endpoint under an address that opens for ten minutes, for one run, for reading; else the same SDK runs a
 * function loop with the tools called here.
 */
import { randomUUID } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Logger } from '../../log/logger.ts'
import { toolsFor } from '../../mcp-client/toolkit/provider-schemas.ts'
import type { AgentUrls } from '../../profiles/agent-urls.ts'
import type { Registry, ToolDefinition } from '../../registry/types.ts'
import { agentTools } from '../agent-tools.ts'
import type { CallControls } from '../call-controls.ts'
import type { Agent, AgentEvent, AgentInput } from '../events.ts'
import type { FileSpace } from '../files/types.ts'
import { modelFault } from '../models/fault/model-fault.ts'
import { ModelFault, type ModelProviders, type ResolvedModel } from '../models/types.ts'
import type { Prompts } from '../prompt/prompts.ts'
import { promptVariables } from '../prompt/variables.ts'
import { createLocalCalls } from './local-calls.ts'
import { questionMessages } from './question.ts'
import { type Message, messagesOf, within } from './transcript.ts'
import { runTurn, type TurnEnd, type TurnOptions } from './turn.ts'
import { type ProviderReach, wayFor } from './way.ts'
import { wireOf } from './wires/open-wire.ts'
import { type BaseWords, baseWords } from './words.ts'

export interface BaseAgentOptions {
  readonly registry: Pick<Registry, 'list' | 'invoke'>
  readonly models: Pick<ModelProviders, 'resolve'>
  readonly agentUrls: Pick<AgentUrls, 'issue' | 'revoke'>
  readonly config: Pick<Config, 'mcpPublicUrl' | 'http'>
  readonly reachability: ProviderReach
  readonly prompts: Prompts
  /** The person's preferred units, and their own words to the agents. */
  readonly profileOf: (
    userId: number,
  ) => Promise<{ readonly units: Readonly<Record<string, string>>; readonly ownPrompt?: string }>
  readonly controls: CallControls
  /** The files of a run, for those that came with the question. */
  readonly files?: (input: AgentInput) => Pick<FileSpace, 'raw'>
  readonly now: () => Date
  readonly log: Logger
  /** For tests. */
  readonly timing?: Pick<TurnOptions, 'wait' | 'silenceMs'>
}

/** Of the model's context: what earlier turns may take, the rest is for tools, results and the answer. */
const HISTORY_SHARE = 0.4
/** Of the model's context, in characters: what one result may take. */
const RESULT_SHARE = 0.8
const MAX_RESULT = 128 * 1024
const MIN_RESULT = 4_000

export function createBaseAgent(options: BaseAgentOptions): Agent {
  const log = options.log.child('base-agent')
  return {
    id: 'base',
    async *run(input) {
      const words = baseWords(input.user.language)
      try {
        const { kind } = yield* answered(options, input, words)
        yield { type: 'end', reason: input.signal.aborted ? 'stopped' : kind }
      } catch (error) {
        if (!input.signal.aborted) {
          if (error instanceof ModelFault)
            yield { type: 'error', code: error.code, message: error.message, hint: error.hint }
          else {
            log.error('an answer failed', { run: input.runId, error })
            yield { type: 'error', code: 'internal', ...words.failed }
          }
        }
        yield { type: 'end', reason: input.signal.aborted ? 'stopped' : 'failed' }
      }
    },
  }
}

type Ended = { readonly kind: 'done' | 'failed' | 'stopped' | 'declined' }

async function* answered(
  options: BaseAgentOptions,
  input: AgentInput,
  words: BaseWords,
): AsyncGenerator<AgentEvent, Ended> {
  const { user, signal } = input
  const model = await options.models.resolve(user.id, 'base', input.model)
  const way = await wayFor(input, model, { ...options, words })
  signal.throwIfAborted()
  const person = await options.profileOf(user.id)
  const variables = promptVariables(input, { now: options.now(), units: person.units })
  const system = await options.prompts.system('base', variables, person.ownPrompt ?? '')

  const asked: Message[] = []
  for (const part of await questionMessages(input, options.files?.(input) ?? null)) {
    if (part.kind === 'unreadable') yield { type: 'notice', text: words.unreadable(part.name) }
    else asked.push(part.message)
  }
  const { messages: history, leftOut } = within(messagesOf(input.history), model.contextWindow * HISTORY_SHARE)
  if (leftOut > 0) yield { type: 'notice', code: 'compacted', text: words.leftOut(leftOut) }
  const run: Run = { options, input, words, model, system, messages: [...history, ...asked] }

  if (way.kind === 'mcp') {
    const end = yield* atProvider(run, way.tools)
    if (end.kind !== 'unlisted') return end
    yield { type: 'notice', code: 'fallback', text: words.unlisted(model.providerName, end.message) }
    return yield* here(run)
  }
  yield { type: 'notice', code: 'route', text: words.routeLocal(way.reason) }
  return yield* here(run)
}

interface Run {
  readonly options: BaseAgentOptions
  readonly input: AgentInput
  readonly words: BaseWords
  readonly model: ResolvedModel
  readonly system: string
  readonly messages: readonly Message[]
}

/** The provider calls the hub under an address that dies with the run. */
async function* atProvider(run: Run, tools: readonly ToolDefinition[]): AsyncGenerator<AgentEvent, TurnEnd> {
  const { options, input, words, model } = run
  const { gate, user, subject, signal } = input
  const names = tools.map(({ name }) => name)
  const refused = yield* consented(run, 'fetches', names)
  if (refused !== null) return refused
  yield { type: 'notice', code: 'route', text: words.routeMcp(model.providerName, model.host) }
  // Its calls do not come through the run, so what they may read counts from here on.
  gate.mark({ hasPrivate: true })
  await gate.settled?.()
  const { secret } = options.agentUrls.issue({
    userId: user.id,
    ...(subject.user.id === user.id ? {} : { subjectId: subject.user.id }),
    sessionId: input.conversationId ?? input.runId ?? randomUUID(),
    agent: 'BASE',
  })
  try {
    const url = `${options.config.mcpPublicUrl}${options.config.http.uriPrefix}/mcp/${secret}`
    const session = await wireOf(model).open({ ...run, tools: [], remote: { url, tools: names } })
    signal.throwIfAborted()
    const known = new Map(tools.map((tool) => [tool.name, tool]))
    return yield* runTurn({ ...turnBase(run), session, tools: known, calls: null })
  } finally {
    options.agentUrls.revoke(secret)
  }
}

/** The tools run here, each call through the registry with the run's gate. */
async function* here(run: Run): AsyncGenerator<AgentEvent, Ended> {
  const { options, input, words, model } = run
  const refused = yield* consented(run, 'sends', [])
  if (refused !== null) return refused
  const tools = agentTools(options.registry, input, 'BASE')
  const listed = model.info.supportsTools === false ? [] : await tools.list()
  const { dialect, open } = wireOf(model)
  const offered = toolsFor(dialect, listed)
  if (offered.setAside.length > 0)
    yield { type: 'notice', text: words.setAside(offered.setAside.map(({ name }) => name)) }
  const session = await open({ ...run, tools: offered.tools, remote: null })
  input.signal.throwIfAborted()
  const calls = createLocalCalls({
    tools,
    controls: options.controls,
    runId: input.runId,
    signal: input.signal,
    resultLimit: Math.max(MIN_RESULT, Math.min(MAX_RESULT, Math.floor(model.contextWindow * RESULT_SHARE))),
    now: options.now,
  })
  const known = new Map(listed.map((tool) => [tool.name, tool]))
  const end = yield* runTurn({ ...turnBase(run), session, tools: known, calls })
  return end.kind === 'unlisted' ? { kind: 'failed' } : end
}

function turnBase({ options, input, words, model }: Run) {
  return {
    model,
    words,
    gate: input.gate,
    signal: input.signal,
    now: options.now,
    fault: (error: unknown) => modelFault(error, model, input.user.language),
    ...options.timing,
  }
}

/** Null: it may be sent. A model on this computer gets nothing out of it, so nobody is asked. */
async function* consented(
  { input, words, model }: Run,
  way: 'sends' | 'fetches',
  tools: readonly string[],
): AsyncGenerator<AgentEvent, Ended | null> {
  if (model.isLocal) return null
  const { provider, model: name } = model.ref
  const decision = await input.gate.consent(
    { id: provider, name: model.providerName, host: model.host, model: name, way, tools },
    input.signal,
  )
  if (decision.isAllowed) return null
  if (decision.why === 'stopped' || input.signal.aborted) return { kind: 'stopped' }
  yield { type: 'notice', code: 'declined', text: words.notAllowed(model.providerName, decision.why) }
  return { kind: 'declined' }
}
