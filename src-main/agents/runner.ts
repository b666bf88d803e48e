/** Runs: one question to one agent, stored as it is answered, going on when the page that asked has gone. */
import type { ChatEvent } from '../api/contract/chat.ts'
import type { ChatStore, RunPlace, RunState } from '../chat/chat-store.ts'
import type { Logger } from '../log/logger.ts'
import { EventQueue } from './event-queue.ts'
import type { Agent, AgentEvent, AgentInput } from './events.ts'

/** Events are written behind the stream, at most this often, and all of them at the end. */
const saveEveryMs = 200

export interface Question {
  readonly user: AgentInput['user']
  readonly question: string
  readonly agent: string
  /** Aborting stops the run. Leaving the stream does not. */
  readonly signal?: AbortSignal
}

export interface Runner {
  /** Starts at once. Yields the ids first, then what the agent says, and ends after `end`. Never throws. */
  send(question: Question & { readonly conversationId: string | null }): AsyncIterable<ChatEvent>
  /** One run that nothing keeps, for the command line. */
  ask(question: Question): AsyncIterable<AgentEvent>
  /** False when no such run is going on. */
  stop(runId: string): Promise<boolean>
  /** Ends what still runs as interrupted and waits until it is stored. */
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly agents: Readonly<Record<string, Agent>>
  readonly chat: Pick<ChatStore, 'begin' | 'saveEvents' | 'finish'>
  readonly log: Logger
  readonly now: () => Date
  readonly onConversationsChanged?: () => void
}

interface ActiveRun {
  readonly abort: AbortController
  readonly done: Promise<void>
}

export function createRunner(options: RunnerOptions): Runner {
  const { chat, log } = options
  const active = new Map<string, ActiveRun>()
  const starting = new Set<Promise<void>>()
  let closing = false

  /** The agent's events, closed off by exactly one `end` whatever the agent does. */
  async function* events(
    question: Question,
    conversationId: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent> {
    const agent = Object.hasOwn(options.agents, question.agent) ? options.agents[question.agent] : undefined
    if (!agent) {
      yield failure(
        'unknown_agent',
        `There is no agent ${question.agent}.`,
        `Agents: ${Object.keys(options.agents).join(', ')}.`,
      )
      yield { type: 'end', reason: 'failed' }
      return
    }
    const iterator = agent
      .run({ question: question.question, conversationId, user: question.user, signal })
      [Symbol.asyncIterator]()
    const stopped = new Promise<'stopped'>((resolve) => {
      if (signal.aborted) resolve('stopped')
      signal.addEventListener('abort', () => resolve('stopped'), { once: true })
    })
    try {
      for (;;) {
        // An agent that does not heed the signal is left behind: Stop must always stop.
        const step = await Promise.race([iterator.next(), stopped])
        if (step === 'stopped') {
          Promise.resolve(iterator.return?.()).catch(() => undefined)
          yield { type: 'end', reason: 'stopped' }
          return
        }
        if (step.done) break
        yield step.value
        if (step.value.type === 'end') return
      }
      yield { type: 'end', reason: 'done' }
    } catch (error) {
      log.error('an agent threw', { agent: question.agent, error })
      yield failure(
        'agent_failed',
        'The answer could not be finished.',
        'Ask again; the log of the hub has the details.',
      )
      yield { type: 'end', reason: 'failed' }
    }
  }

  async function record(
    question: Question,
    place: RunPlace,
    abort: AbortController,
    queue: EventQueue<ChatEvent>,
  ): Promise<void> {
    const said: AgentEvent[] = []
    let saving: Promise<void> = Promise.resolve()
    let timer: NodeJS.Timeout | null = null
    const save = () => {
      timer = null
      const snapshot = [...said]
      saving = saving
        .then(() => chat.saveEvents(place, snapshot))
        .catch((error: unknown) => log.error('an answer could not be stored yet', { run: place.runId, error }))
    }
    let state: Exclude<RunState, 'running'> = 'failed'
    let last: AgentEvent | null = null
    for await (const event of events(question, place.conversationId, abort.signal)) {
      said.push(event)
      if (event.type === 'end') {
        state = closing && event.reason === 'stopped' ? 'interrupted' : event.reason
        last = event
        break
      }
      queue.push(event)
      timer ??= setTimeout(save, saveEveryMs)
    }
    if (timer) clearTimeout(timer)
    await saving
    try {
      await chat.finish(place, said, state)
    } catch (error) {
      log.error('an answer could not be stored', { run: place.runId, error })
      queue.push(
        failure(
          'not_stored',
          'This answer could not be stored.',
          'It will be gone when this page is reloaded; check free disk space.',
        ),
      )
    }
    // The end is told when the answer is kept, so that whoever re-reads the conversation then finds all of it.
    if (last) queue.push(last)
  }

  async function start(
    question: Question & { conversationId: string | null },
    queue: EventQueue<ChatEvent>,
  ): Promise<void> {
    let place: RunPlace | null = null
    try {
      place = await chat.begin({
        userId: question.user.id,
        conversationId: question.conversationId,
        text: question.question,
        agent: question.agent,
      })
      if (place === null) queue.push(failure('unknown_conversation', 'This conversation is gone.', 'Start a new one.'))
    } catch (error) {
      log.error('a question could not be stored', { error })
      queue.push(failure('not_stored', 'The question could not be stored.', 'Check free disk space, then ask again.'))
    }
    if (place === null) {
      queue.push({ type: 'end', reason: 'failed' })
      return
    }
    const abort = new AbortController()
    if (question.signal?.aborted || closing) abort.abort()
    question.signal?.addEventListener('abort', () => abort.abort(), { once: true })
    const { userId: _userId, ...ids } = place
    queue.push({ type: 'started', ...ids })
    const done = record(question, place, abort, queue)
    active.set(place.runId, { abort, done })
    options.onConversationsChanged?.()
    try {
      await done
    } finally {
      active.delete(place.runId)
      options.onConversationsChanged?.()
    }
  }

  return {
    send(question) {
      const queue = new EventQueue<ChatEvent>()
      const started = start(question, queue)
        .catch((error: unknown) => log.error('a run failed', { error }))
        .finally(() => {
          queue.end()
          starting.delete(started)
        })
      starting.add(started)
      return queue
    },
    ask: (question) => events(question, null, question.signal ?? new AbortController().signal),
    async stop(runId) {
      const run = active.get(runId)
      if (!run) return false
      run.abort.abort()
      await run.done
      return true
    },
    async close() {
      closing = true
      for (const run of active.values()) run.abort.abort()
      await Promise.allSettled([...starting])
    },
  }
}

function failure(code: string, message: string, hint: string): AgentEvent {
  return { type: 'error', code, message, hint }
}
