/**
 * DeepAgent: answers with a model and tools, in as many steps as it takes. This file is light: what the loop needs is
 * loaded with the first question.
 */
import { inLanguage } from '../../config/bilingual.ts'
import type { Database } from '../../db/database.ts'
import type { HealthService } from '../../health/service.ts'
import type { Logger } from '../../log/logger.ts'
import type { ExternalServerNote } from '../../mcp-client/model/external-tools.ts'
import type { Registry } from '../../registry/types.ts'
import type { SkillPromptWords, Skills } from '../../skills/types.ts'
import type { CallControls } from '../call-controls.ts'
import { EventQueue } from '../event-queue.ts'
import type { Agent, AgentEvent, AgentInput } from '../events.ts'
import type { AgentFiles } from '../files/types.ts'
import { ModelFault, type ModelProviders } from '../models/types.ts'
import type { Prompts } from '../prompt/prompts.ts'
import type { ReplHost } from '../repl/types.ts'
import { answerQuestion } from './answer-question.ts'
import { type DeepLoop, loadDeepLoop } from './load.ts'
import { loopWords } from './loop/loop-words.ts'

export interface DeepAgentOptions {
  readonly registry: Pick<Registry, 'list' | 'invoke'>
  readonly models: Pick<ModelProviders, 'resolve'>
  readonly skills: Pick<Skills, 'usable' | 'prompt'>
  readonly files: Pick<AgentFiles, 'openSpace' | 'notes'>
  readonly repl: Pick<ReplHost, 'open'>
  readonly db: Pick<Database, 'query'>
  readonly prompts: Prompts
  readonly profileOf: (userId: number) => Promise<{
    readonly units: Readonly<Record<string, string>>
    readonly preferences: Readonly<Record<string, unknown>>
  }>
  readonly health: Pick<HealthService, 'overview'>
  /** Shared with the runner, whose `cancelCall` reaches a call through it. */
  readonly controls: CallControls
  /** The person's external servers; those that do not work are told to the model. */
  readonly servers?: (userId: number) => readonly ExternalServerNote[]
  /** SKILL_PROMPT_*, where they are set. */
  readonly skillWords?: SkillPromptWords
  /** MODEL_CALL_LIMIT: calls of the model in one answer. */
  readonly modelCallLimit?: number
  readonly now: () => Date
  readonly log: Logger
  /** For tests: how the loop is loaded, and how it waits between tries. */
  readonly loadLoop?: () => Promise<DeepLoop>
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Long enough for everything to end by itself; then the run is over all the same. */
const STOP_PATIENCE_MS = 500

export function createDeepAgentRunner(options: DeepAgentOptions): Agent {
  const parts = { ...options, loadLoop: options.loadLoop ?? loadDeepLoop }

  async function work(input: AgentInput, emit: (event: AgentEvent) => void): Promise<EndReason> {
    try {
      return await answerQuestion(parts, input, emit)
    } catch (error) {
      if (input.signal.aborted) return 'stopped'
      emit(explained(error, input.user.language, options.log))
      return 'failed'
    }
  }

  return {
    id: 'deep',
    async *run(input) {
      const queue = new EventQueue<AgentEvent>()
      let isOver = false
      const emit = (event: AgentEvent) => {
        if (!isOver) queue.push(event)
      }
      const finish = (reason: EndReason) => {
        if (isOver) return
        isOver = true
        queue.push({ type: 'end', reason })
        queue.end()
      }
      const stopped = () => setTimeout(() => finish('stopped'), STOP_PATIENCE_MS)
      if (input.signal.aborted) stopped()
      else input.signal.addEventListener('abort', stopped, { once: true })
      void work(input, emit).then((reason) => {
        input.signal.removeEventListener('abort', stopped)
        finish(input.signal.aborted ? 'stopped' : reason)
      })
      yield* queue
    },
  }
}

export type EndReason = Extract<AgentEvent, { type: 'end' }>['reason']

function explained(error: unknown, language: string, log: Logger): AgentEvent {
  if (error instanceof ModelFault) return { type: 'error', code: error.code, message: error.message, hint: error.hint }
  log.error('the deep agent failed', { error })
  return { type: 'error', code: 'agent_failed', ...inLanguage(loopWords, language).failed }
}
