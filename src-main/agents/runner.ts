/** Runs: one question to one agent, stored as it is answered, going on when the page that asked has gone. */
import type { AgentId, ChatEvent } from '../api/contract/chat.ts'
import type { RunPlace, RunState, RunTask } from '../chat/chat-types.ts'
import { errorTrace } from '../log/error-trace.ts'
import type { OpenGate } from '../registry/approval/approvals.ts'
import { driveAgent } from './agent-drive.ts'
import { EventQueue } from './event-queue.ts'
import type { AgentEvent, AgentUser } from './events.ts'
import { createRunRecorder, type RunRecorder } from './run-recorder.ts'
import type { Asking, Question, Runner, RunnerOptions } from './runner-types.ts'
import { failure, type RunFailure } from './runner-words.ts'

interface ActiveRun {
  readonly place: RunPlace
  readonly abort: AbortController
  readonly recorder: RunRecorder
  readonly done: Promise<void>
}

/** What a run is begun with; a code says why it cannot. */
type Opening = () => Promise<RunPlace | RunFailure>

export function createRunner(options: RunnerOptions): Runner {
  const { chat, approvals, subjects, log } = options
  const active = new Map<string, ActiveRun>()
  const busy = new Set<string>()
  const starting = new Set<Promise<void>>()
  let isClosing = false

  const changed = () => options.onConversationsChanged?.()
  const agentNamed = (name: AgentId) => (Object.hasOwn(options.agents, name) ? options.agents[name] : undefined)
  const attended = (asking: Asking) => () => asking.isAttended ?? options.isAttended()

  /** Runs to its end, and keeps what is said on the way. */
  async function answer(run: Omit<ActiveRun, 'done'>, asking: Asking, resumes: boolean): Promise<void> {
    const { place, abort, recorder } = run
    let state: Exclude<RunState, 'running'> = 'failed'
    const emit = (event: AgentEvent) => {
      if (event.type === 'end') state = isClosing && event.reason === 'stopped' ? 'interrupted' : event.reason
      recorder.add(event)
    }
    const fail = (code: RunFailure) => {
      emit(failure(code, asking.user.language))
      emit({ type: 'end', reason: 'failed' })
    }
    try {
      const task = await chat.task(place)
      const refused = await drive(run, task, asking, resumes, emit)
      if (refused !== null) fail(refused)
    } catch (error) {
      log.error('a run could not begin', { run: place.runId, error: errorTrace(error) })
      fail('agent_failed')
    }
    abort.abort()
    const isStored = await recorder.finish(state)
    active.delete(place.runId)
    if (isStored) recorder.end({ type: 'end', reason: endReason(state) })
    else recorder.end(failure('not_stored', asking.user.language), { type: 'end', reason: 'failed' })
  }

  /** Null once the agent has ended; else why it was not begun. */
  async function drive(
    { place, abort, recorder }: Omit<ActiveRun, 'done'>,
    task: RunTask,
    asking: Asking,
    resumes: boolean,
    emit: (event: AgentEvent) => void,
  ): Promise<RunFailure | null> {
    const { user } = asking
    const { userId, conversationId, runId, title } = place
    const agent = agentNamed(task.agent)
    if (agent === undefined) return 'unknown_agent'
    const subject = await subjects.subjectOf(user, task.subjectId)
    if (subject === null) return 'not_shared'
    const { question, attachments, history, model } = task
    await driveAgent({
      agent,
      input: {
        question,
        conversationId,
        runId,
        user,
        subject,
        attachments,
        history,
        model,
        resumed: resumes ? task.said.filter(({ type }) => type !== 'end') : null,
      },
      openGate: (tell) =>
        rememberingGate(
          approvals.openRun({
            userId,
            runId,
            conversationId,
            title,
            isAttended: attended(asking),
            taint: task.taint,
            emit: tell,
            signal: abort.signal,
            saveTaint: (taint) => chat.saveTaint(userId, conversationId, taint),
          }),
          recorder,
          abort.signal,
        ),
      signal: abort.signal,
      log,
      emit,
    })
    return null
  }

  /** Opens a run and tells its answer; what cannot begin is told as an error and an end. */
  async function start(
    asking: Asking,
    conversationId: string | null,
    open: Opening,
    resumes: boolean,
    queue: EventQueue<ChatEvent>,
  ): Promise<void> {
    const refuse = (code: RunFailure) => {
      queue.push(failure(code, asking.user.language))
      queue.push({ type: 'end', reason: 'failed' })
    }
    // Taken before anything is waited for, so that of two questions at the same time one is refused.
    const key = conversationId === null ? null : busyKey(asking.user, conversationId)
    if (key !== null && busy.has(key)) return refuse('busy')
    if (key !== null) busy.add(key)
    let own = key
    try {
      const place = await opened(open)
      if (typeof place === 'string') return refuse(place)
      own = busyKey(asking.user, place.conversationId)
      busy.add(own)
      await begin(place, asking, resumes, queue)
    } finally {
      if (key !== null) busy.delete(key)
      if (own !== null) busy.delete(own)
      changed()
    }
  }

  async function opened(open: Opening): Promise<RunPlace | RunFailure> {
    try {
      return await open()
    } catch (error) {
      log.error('a question could not be stored', { error: errorTrace(error) })
      return 'not_stored'
    }
  }

  async function begin(place: RunPlace, asking: Asking, resumes: boolean, queue: EventQueue<ChatEvent>): Promise<void> {
    const abort = new AbortController()
    if (asking.signal?.aborted || isClosing) abort.abort()
    const leave = () => abort.abort()
    asking.signal?.addEventListener('abort', leave, { once: true })
    const before = resumes ? await saidBefore(place) : []
    const recorder = createRunRecorder({ chat, place, log }, before)
    const run = { place, abort, recorder }
    // Who asked has the words of an interrupted answer already.
    const forwarding = forward(recorder, queue, before.length)
    const done = answer(run, asking, resumes)
    active.set(place.runId, { ...run, done })
    changed()
    await done
    await forwarding
    asking.signal?.removeEventListener('abort', leave)
  }

  /** Without the end that an orderly interruption left. */
  async function saidBefore(place: RunPlace): Promise<AgentEvent[]> {
    try {
      return (await chat.task(place)).said.filter(({ type }) => type !== 'end')
    } catch (error) {
      log.error('an interrupted answer could not be read', { run: place.runId, error: errorTrace(error) })
      return []
    }
  }

  function stream(asking: Asking, conversationId: string | null, open: Opening, resumes = false) {
    const queue = new EventQueue<ChatEvent>()
    const started = start(asking, conversationId, open, resumes, queue)
      .catch((error: unknown) => log.error('a run failed', { error: errorTrace(error) }))
      .finally(() => {
        queue.end()
        starting.delete(started)
      })
    starting.add(started)
    return queue
  }

  const own = (userId: number, runId: string): ActiveRun | null => {
    const run = active.get(runId)
    return run?.place.userId === userId ? run : null
  }

  return {
    send: (question) =>
      stream(question, question.conversationId, async () => {
        const { user, conversationId, model = null, agent, attachments, parentId } = question
        const { subject: named } = question
        const subject = named === undefined ? undefined : await subjects.subjectFor(user, named)
        if (subject === null) return 'not_shared'
        const place = await chat.begin({
          userId: user.id,
          conversationId,
          text: question.question,
          agent,
          model,
          ...(subject === undefined ? {} : { subjectId: subject.user.id === user.id ? null : subject.user.id }),
          ...(attachments === undefined ? {} : { attachments }),
          ...(parentId === undefined ? {} : { parentId }),
        })
        return place ?? 'unknown_conversation'
      }),
    regenerate: (asking) =>
      stream(asking, asking.conversationId, async () => {
        const { user, conversationId, messageId, agent, model } = asking
        const place = await chat.beginAgain(
          { userId: user.id, conversationId, messageId },
          { ...(agent === undefined ? {} : { agent }), ...(model === undefined ? {} : { model }) },
        )
        return place ?? 'unknown_message'
      }),
    resume: (asking) =>
      stream(
        asking,
        asking.conversationId,
        async () => {
          const { user, conversationId, messageId } = asking
          return (await chat.beginResume({ userId: user.id, conversationId, messageId })) ?? 'cannot_resume'
        },
        true,
      ),
    follow: (userId, runId) => own(userId, runId)?.recorder.follow() ?? nothing(),
    ask: (question) => unkept(question),
    async stop(userId, runId) {
      const run = own(userId, runId)
      if (run === null) return false
      run.abort.abort()
      await run.done
      return true
    },
    async stopAll(userId, conversationId) {
      const runs = [...active.values()].filter(
        ({ place }) => place.userId === userId && (conversationId ?? place.conversationId) === place.conversationId,
      )
      for (const { abort } of runs) abort.abort()
      await Promise.all(runs.map(({ done }) => done))
    },
    cancelCall: (userId, runId, callId) => own(userId, runId) !== null && options.calls.cancelCall(runId, callId),
    activity(userId) {
      const waits = new Set(approvals.pending(userId).map(({ runId }) => runId))
      return new Map(
        [...active.values()]
          .filter(({ place }) => place.userId === userId)
          .map(({ place }) => [place.conversationId, waits.has(place.runId) ? 'waiting' : 'running']),
      )
    },
    async close() {
      isClosing = true
      for (const run of active.values()) run.abort.abort()
      await Promise.allSettled([...starting])
    },
  }

  async function* unkept(question: Question): AsyncGenerator<AgentEvent> {
    const { user, model = null, signal } = question
    const queue = new EventQueue<AgentEvent>()
    const left = new AbortController()
    const ended = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal])
    const agent = agentNamed(question.agent)
    const subject = await subjects.subjectFor(user, question.subject ?? null)
    if (agent === undefined || subject === null) {
      yield failure(agent === undefined ? 'unknown_agent' : 'not_shared', user.language)
      yield { type: 'end', reason: 'failed' }
      return
    }
    const done = driveAgent({
      agent,
      input: {
        question: question.question,
        conversationId: null,
        runId: null,
        user,
        subject,
        attachments: [],
        history: [],
        model,
        resumed: null,
      },
      openGate: (emit) =>
        approvals.openRun({
          userId: user.id,
          runId: null,
          conversationId: null,
          title: question.question.slice(0, 60),
          isAttended: attended(question),
          taint: { hasPrivate: false, untrusted: [] },
          emit,
          signal: ended,
          saveTaint: async () => undefined,
        }),
      signal: ended,
      log,
      emit: (event) => queue.push(event),
    }).finally(() => queue.end())
    starting.add(done)
    try {
      yield* queue
    } finally {
      left.abort()
      starting.delete(done)
    }
  }
}

/**
 * What the person allowed is stored before it begins. Else a run that is taken up after a crash would ask again for
 * what was done already.
 */
function rememberingGate(gate: OpenGate, recorder: Pick<RunRecorder, 'flush'>, run: AbortSignal): OpenGate {
  return {
    ...gate,
    async approve(request, signal) {
      const decision = await gate.approve(request, signal)
      if (!decision.isAllowed || decision.isRemembered === true) return decision
      await recorder.flush()
      return run.aborted || signal?.aborted === true ? { isAllowed: false, why: 'stopped' } : decision
    },
  }
}

/** Hands on what a run says, but for the first `skip` events, which came before. */
async function forward(recorder: RunRecorder, queue: EventQueue<ChatEvent>, skip: number): Promise<void> {
  let left = skip
  for await (const event of recorder.follow()) {
    if (event.type !== 'started' && left-- > 0) continue
    queue.push(event)
  }
}

async function* nothing(): AsyncGenerator<ChatEvent> {}

const busyKey = ({ id }: AgentUser, conversationId: string) => `${id} ${conversationId.toLowerCase()}`

function endReason(state: Exclude<RunState, 'running'>): Extract<AgentEvent, { type: 'end' }>['reason'] {
  return state === 'interrupted' ? 'stopped' : state
}
