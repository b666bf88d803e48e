/** Runs of the made-up hub that are looked at or measured: scenes that wait for a person, and streams of a given speed. */
import { AsyncIteratorClass } from '@orpc/client'
import type { AgentEvent } from '../../src-main/agents/events.ts'
import type { ChatEvent, MessageView } from '../../src-main/api/contract/chat.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { inPieces, longMarkdown } from './fake-answer-long.ts'
import { sceneMessages } from './fake-answer-scenes.ts'

/** A run that says what it has said and then what it is told to say. */
interface OpenRun {
  readonly events: AgentEvent[]
  readonly wake: Set<() => void>
}
const runs = new Map<string, OpenRun>()

function runOf(runId: string): OpenRun | null {
  const known = runs.get(runId)
  if (known) return known
  const message = sceneMessages(runId.replace(/-run\d+$/, ''))?.find((one) => one.runId === runId)
  if (!message) return null
  const run = { events: [...message.events], wake: new Set<() => void>() }
  runs.set(runId, run)
  return run
}

function push(run: OpenRun, ...events: AgentEvent[]): void {
  run.events.push(...events)
  for (const wake of run.wake) wake()
}

async function* followed(run: OpenRun): AsyncGenerator<AgentEvent> {
  for (let at = 0; ; at += 1) {
    while (run.events[at] === undefined) {
      await new Promise<void>((wake) => {
        run.wake.add(wake)
      })
    }
    const event = run.events[at]
    if (event !== undefined) yield event
    if (event?.type === 'end') return
  }
}

/** `stream 3000 lines in 10 s`: the words of an answer, as fast as that. Null for another question. */
export function measuredStream(question: string): AsyncGenerator<AgentEvent> | null {
  const asked = /^stream (\d+) lines in (\d+(?:\.\d+)?) s/.exec(question)
  if (!asked) return null
  const [, lines, seconds] = asked
  return paced(inPieces(longMarkdown(Number(lines))), Number(seconds) * 1000)
}

async function* paced(pieces: readonly string[], totalMs: number): AsyncGenerator<AgentEvent> {
  const start = performance.now()
  for (let at = 0; at < pieces.length; ) {
    const due = Math.max(1, Math.ceil(((performance.now() - start) / totalMs) * pieces.length))
    for (; at < Math.min(due, pieces.length); at += 1) {
      if (at === 0) performance.mark('first-token')
      yield { type: 'text', text: pieces[at] ?? '' }
    }
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  performance.mark('last-token')
  yield { type: 'end', reason: 'done' }
}

const stream = <T>(source: AsyncGenerator<T, unknown, void>) =>
  new AsyncIteratorClass<T, unknown, void>(
    () => source.next(),
    async () => {
      await source.return(undefined)
    },
  )

const waitingRun = (eventId: string): OpenRun | null => {
  for (const run of runs.values()) {
    if (run.events.some((event) => (event.type === 'approval' || event.type === 'question') && event.id === eventId))
      return run
  }
  return null
}

const noStream = (): AsyncIteratorClass<ChatEvent, unknown, void> => {
  throw new Error('The made-up hub cannot do this.')
}

/** What the thread asks of the hub. */
export const fakeAnswerRuns: Pick<
  Client['chat'],
  | 'follow'
  | 'waiting'
  | 'subjects'
  | 'regenerate'
  | 'resume'
  | 'cancelCall'
  | 'showVersion'
  | 'branch'
  | 'decide'
  | 'answerQuestion'
  | 'file'
> = {
  follow: async ({ runId }) => {
    const run = runOf(runId)
    return run ? stream(followed(run)) : noStream()
  },
  waiting: async () => [],
  subjects: async () => [{ id: 'p1', name: 'Ada', isSelf: true }],
  regenerate: async () => noStream(),
  resume: async () => noStream(),
  cancelCall: async ({ runId, callId }) => {
    const run = runOf(runId)
    if (!run) return { cancelled: false }
    const error = { code: 'cancelled', message: 'It was cancelled.', hint: '' }
    push(run, { type: 'tool_result', id: callId, ok: false, preview: null, error })
    return { cancelled: true }
  },
  showVersion: async ({ conversationId }): Promise<MessageView[]> => sceneMessages(conversationId) ?? [],
  branch: async () => {
    throw new Error('The made-up hub cannot do this.')
  },
  decide: async ({ id, decision, reason }) => {
    const run = waitingRun(id)
    if (!run) return { taken: false }
    const asked = run.events.find((event) => event.type === 'approval' && event.id === id)
    push(run, { type: 'approval_answer', id, decision, ...(reason === undefined ? {} : { reason }) })
    if (asked?.type === 'approval' && asked.callId !== undefined) {
      const error = { code: 'not_approved', message: 'It was not approved.', hint: '' }
      push(run, {
        type: 'tool_result',
        id: asked.callId,
        durationMs: 12,
        ...(decision === 'rejected' ? { ok: false, preview: null, error } : { ok: true, preview: { success: true } }),
      })
    }
    return { taken: true }
  },
  answerQuestion: async ({ id, answer }) => {
    const run = waitingRun(id)
    if (!run) return { taken: false }
    push(run, { type: 'question_answer', id, answer })
    return { taken: true }
  },
  file: async ({ path }) =>
    path.endsWith('.txt')
      ? { mime: 'text/plain', text: 'Ask about the LDL.\nBring the diary.\n', base64: null }
      : path.endsWith('.png')
        ? { mime: 'image/png', text: null, base64: onePixel }
        : { mime: 'application/pdf', text: null, base64: null },
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
