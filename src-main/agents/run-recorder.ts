/** Keeps what a run says: for those who follow it, and in the database a little behind, each piece once. */
import type { ChatEvent } from '../api/contract/chat.ts'
import type { ChatStore, RunPlace, RunState } from '../chat/chat-types.ts'
import { EventRecord } from '../chat/event-record.ts'
import type { Logger } from '../log/logger.ts'
import { EventQueue } from './event-queue.ts'
import type { AgentEvent } from './events.ts'

/** Pieces are gathered this long before they are stored. */
const saveEveryMs = 200
/** Before the last tries to store an answer that could not be stored. */
const retryAfterMs = [100, 1_000]

export interface RunRecorder {
  /** What was said before this run began to go on, and all since. */
  said(): AgentEvent[]
  add(event: AgentEvent): void
  /** Resolves when everything so far is stored, or could not be stored yet. Never rejects. */
  flush(): Promise<void>
  /** Everything so far, then what comes. */
  follow(): AsyncIterable<ChatEvent>
  /** Stores the answer whole. False when it could not be. */
  finish(state: Exclude<RunState, 'running'>): Promise<boolean>
  /** After it: nothing more comes. `last` is told to those who follow, and not stored. */
  end(...last: readonly AgentEvent[]): void
}

export interface RunRecorderOptions {
  readonly chat: Pick<ChatStore, 'append' | 'finish'>
  readonly place: RunPlace
  readonly log: Logger
  readonly pause?: (ms: number) => Promise<void>
}

export function createRunRecorder(
  { chat, place, log, pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: RunRecorderOptions,
  before: readonly AgentEvent[],
): RunRecorder {
  const whole = new EventRecord(before)
  const followers = new Set<EventQueue<ChatEvent>>()
  const { userId: _userId, ...ids } = place
  let waiting = new EventRecord()
  let seq = 0
  let timer: NodeJS.Timeout | null = null
  let saving: Promise<void> | null = null
  let isFinishing = false

  /** One piece at a time: a slow database gets larger ones, not more of them. */
  async function save(): Promise<void> {
    const piece = waiting
    waiting = new EventRecord()
    try {
      await chat.append(place, seq++, piece.list())
      saving = null
      if (!waiting.isEmpty) schedule()
    } catch (error) {
      saving = null
      // It goes with the next piece, or with the end.
      waiting = new EventRecord([...piece.list(), ...waiting.list()])
      log.error('an answer could not be stored yet', { run: place.runId, error })
    }
  }
  function schedule(): void {
    if (isFinishing || saving !== null || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      saving = save()
    }, saveEveryMs)
  }
  async function flush(): Promise<void> {
    await saving
    if (isFinishing || waiting.isEmpty) return
    if (timer !== null) clearTimeout(timer)
    timer = null
    saving ??= save()
    await saving
  }

  return {
    said: () => whole.list(),
    add(event) {
      whole.add(event)
      waiting.add(event)
      schedule()
      // A person may take their time: what they look at should not be lost meanwhile.
      if (event.type === 'approval' || event.type === 'question') void flush()
      // The end is told once it is stored.
      if (event.type !== 'end') for (const follower of followers) follower.push(event)
    },
    flush,
    follow() {
      const queue = new EventQueue<ChatEvent>()
      queue.push({ type: 'started', ...ids })
      for (const event of whole.list()) queue.push(event)
      followers.add(queue)
      return queue
    },
    async finish(state) {
      isFinishing = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      await saving
      for (const ms of [0, ...retryAfterMs]) {
        if (ms > 0) await pause(ms)
        try {
          await chat.finish(place, whole.list(), state)
          return true
        } catch (error) {
          log.error('an answer could not be stored', { run: place.runId, error })
        }
      }
      return false
    },
    end(...last) {
      for (const follower of followers) {
        for (const event of last) follower.push(event)
        follower.end()
      }
      followers.clear()
    },
  }
}
