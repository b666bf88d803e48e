/** One question from beginning to end: which model, may it have the conversation, what it is told, and the loop. */
import { inLanguage } from '../../config/bilingual.ts'
import { isOutward } from '../../registry/approval/approval-policy.ts'
import type { RunGate } from '../../registry/approval/run-gate.ts'
import type { ToolDefinition } from '../../registry/types.ts'
import { agentTools } from '../agent-tools.ts'
import type { AgentEvent, AgentInput } from '../events.ts'
import type { FileSpace } from '../files/types.ts'
import { agentPreferences } from '../models/preferences.ts'
import type { ResolvedModel } from '../models/types.ts'
import { coverageWords, promptVariables } from '../prompt/variables.ts'
import { localDateOf } from '../quick/calendar.ts'
import { replTools } from '../repl/tool-names.ts'
import { toolLabel } from '../tool-label.ts'
import { questionWithContext } from './context-note.ts'
import type { DeepAgentOptions, EndReason } from './deep-agent.ts'
import { answerMessages, historyMessages, type PlainMessage } from './history.ts'
import type { DeepLoop } from './load.ts'
import type { Checkpoints, LoopRun } from './loop/deep-loop.ts'
import { loopWords } from './loop/loop-words.ts'
import { replInvoke } from './repl-calls.ts'
import { runTools } from './run-tools.ts'
import { currentCallId } from './tools/call-scope.ts'
import { chartTool } from './tools/chart-tool.ts'
import { evalTool } from './tools/eval-tool.ts'
import { fileTools, readingTools } from './tools/file-tools.ts'
import { resultLimit, shortened } from './tools/long-results.ts'
import type { NativePart, OfferedTool } from './tools/offered-tool.ts'
import { askTool, todosTool } from './tools/person-tools.ts'
import { taskTool } from './tools/task-tool.ts'
import { type CarriedCall, createToolDoor } from './tools/tool-door.ts'

type Parts = DeepAgentOptions & { readonly loadLoop: () => Promise<DeepLoop> }
type Emit = (event: AgentEvent) => void

const MODEL_CALLS = 50
const TASK_MODEL_CALLS = 15
/** Tokens; below it a conversation with every tool would not fit. */
const SMALL_WINDOW = 16_384
/** Pictures that go with a question as they are; more are read one by one. */
const NATIVE_ATTACHMENTS = 4

export async function answerQuestion(parts: Parts, input: AgentInput, emit: Emit): Promise<EndReason> {
  const { user, signal, gate } = input
  const words = inLanguage(loopWords, user.language)
  const loading = parts.loadLoop()
  // Whoever waits for it is told; until then a failure must not reach the process.
  loading.catch(() => undefined)
  const resolved = await parts.models.resolve(user.id, 'deep', input.model)
  if (!resolved.isLocal) {
    const ended = await askConsent(gate, resolved, signal)
    if (ended === 'declined') emit({ type: 'notice', code: 'declined', text: words.declined(resolved.providerName) })
    if (ended !== null) return ended
  }
  const loop = await loading
  const profile = isSmall(resolved) ? 'small' : 'deep'
  const person = await parts.profileOf(user.id)
  const wishes = agentPreferences(person.preferences)
  const tools = agentTools(parts.registry, input, 'DEEP', wishes.shell ? ['shell'] : [])
  const [definitions, skills] = await Promise.all([tools.list(), parts.skills.usable(user.id, 'DEEP')])
  const native = nativeKinds(resolved)
  const files = parts.files.openSpace({
    userId: user.id,
    conversationId: input.conversationId,
    agent: 'DEEP',
    attachments: input.attachments,
    native,
    gate,
    callIdOf: currentCallId,
    signal,
  })
  const repl = parts.repl.open({
    thread: input.conversationId === null ? null : `${user.id}:${input.conversationId}`,
    tools: definitions,
    invoke: replInvoke({ tools, emit, label: (call) => label(call), now: parts.now }),
    signal,
  })
  const today = localDateOf(parts.now(), user.timeZone)
  const label = (call: Parameters<typeof toolLabel>[0]) => toolLabel(call, { language: user.language, today })

  try {
    const checkpoints =
      input.runId === null
        ? null
        : loop.openCheckpoints({
            db: parts.db,
            userId: user.id,
            runId: input.runId,
            now: parts.now,
            onFault: (error) => {
              parts.log.error('the progress of a run could not be stored', { error })
              emit({ type: 'notice', code: 'fallback', text: words.fallback })
            },
          })
    const carried = await carriedOf(checkpoints, input.resumed)
    void forgetOldRuns(parts, user.id)
    if (input.resumed !== null) emit({ type: 'notice', text: words.goesOn })

    const basic = [...(profile === 'deep' ? fileTools(files) : readingTools(files)), chartTool(tools)]
    const own: OfferedTool[] =
      profile === 'deep' ? [...basic, evalTool(repl, replTools(definitions)), todosTool, askTool(gate)] : basic
    const offer = (list: readonly OfferedTool[]) =>
      runTools({ profile, wire: resolved.wire, definitions, tools, own: list, question: input.question })
    const system = await parts.prompts.system(
      profile,
      promptVariables(
        input,
        { now: parts.now(), units: person.units },
        {
          coverage: await coverageOf(parts, input, definitions),
          skills: profile === 'deep' ? parts.skills.prompt(skills, parts.skillWords) : '',
          tools_note: resolved.info.supportsTools === false ? noToolsNote : '',
        },
      ),
      wishes.prompt,
    )
    const door = (
      offered: ReturnType<typeof offer>,
      more: { parent?: string; carried?: ReadonlyMap<string, CarriedCall> },
    ) =>
      createToolDoor({
        tool: (name) => offered.shelf.tool(name),
        names: () => offered.shelf.offered().map(({ name }) => name),
        runId: input.runId,
        signal,
        controls: parts.controls,
        emit,
        label,
        now: parts.now,
        log: parts.log,
        shorten: (callId, tool, text) =>
          shortened({ callId, tool, text, limit: resultLimit(resolved.contextWindow) }, files),
        settled: () => checkpoints?.settled() ?? Promise.resolve(),
        ...more,
      })
    const base = {
      profile,
      resolved,
      emit,
      language: user.language,
      words,
      log: parts.log,
      ...(parts.sleep === undefined ? {} : { sleep: parts.sleep }),
    } as const

    const helper = taskTool(async ({ prompt }, running) => {
      const offered = offer(basic.concat(evalTool(repl, replTools(definitions))))
      const run: LoopRun = {
        ...base,
        system: `${system}\n\n# Your part\nYou work on one part for another agent, which gets your last words and nothing else.`,
        messages: [{ role: 'user', text: prompt }],
        door: door(offered, { parent: running.callId }),
        tools: () => offered.shelf.offered(),
        signal: running.signal,
        callLimit: TASK_MODEL_CALLS,
        checkpoints: null,
        goesOn: false,
        isQuiet: true,
      }
      return loop.runLoop(run)
    })
    const offered = offer(profile === 'deep' && wishes.subagents ? [...own, helper] : own)
    if (offered.setAside.length > 0) emit({ type: 'notice', text: words.setAside(offered.setAside) })
    if (offered.shelf.hidden > 0)
      emit({ type: 'notice', text: words.manyTools(offered.shelf.offered().length, offered.shelf.hidden) })

    const run: LoopRun = {
      ...base,
      system,
      messages: carried !== null ? [] : await messagesOf(parts, input, files, native),
      door: door(offered, carried === null ? {} : { carried }),
      tools: () => (resolved.info.supportsTools === false ? [] : offered.shelf.offered()),
      signal,
      callLimit: parts.modelCallLimit ?? MODEL_CALLS,
      checkpoints,
      goesOn: carried !== null,
    }
    return await runAndTidy(loop, run, parts)
  } finally {
    await repl.close()
  }
}

/** Those of runs that were stopped stay behind: whether such a run may go on is only known when it is stored. */
async function forgetOldRuns({ db, log }: Parts, userId: number): Promise<void> {
  try {
    for (const table of ['checkpoint_write', 'checkpoint'])
      await db.query(
        `delete from ${table} c where c.user_id = $1 and not exists (
           select 1 from run r where r.user_id = c.user_id and r.id::text = c.thread_id
             and r.state in ('running', 'interrupted'))`,
        [userId],
      )
  } catch (error) {
    log.warn('checkpoints of runs that are over could not be removed', { error })
  }
}

/** A checkpoint stays only where the run may be taken up again: when it was stopped from outside. */
async function runAndTidy(loop: DeepLoop, run: LoopRun, { log }: Parts): Promise<EndReason> {
  const tidy = async () => {
    try {
      await run.checkpoints?.remove()
    } catch (error) {
      log.warn('the checkpoint of a run could not be removed', { error })
    }
  }
  try {
    await loop.runLoop(run)
    await tidy()
    return 'done'
  } catch (error) {
    if (run.signal.aborted) {
      // The hub may be closing: then this is what the run is taken up from.
      await run.checkpoints?.settled()
      throw error
    }
    await tidy()
    const ended = loop.endingIn(error)
    if (ended === null) throw error
    run.emit(ended.event)
    return 'failed'
  }
}

async function askConsent(gate: RunGate, resolved: ResolvedModel, signal: AbortSignal): Promise<EndReason | null> {
  const { ref, providerName, host } = resolved
  const decision = await gate.consent(
    { id: ref.provider, name: providerName, host, model: ref.model, way: 'sends', tools: [] },
    signal,
  )
  if (decision.isAllowed) return null
  return decision.why === 'stopped' ? 'stopped' : 'declined'
}

async function carriedOf(
  checkpoints: Checkpoints | null,
  told: readonly AgentEvent[] | null,
): Promise<ReadonlyMap<string, CarriedCall> | null> {
  if (checkpoints === null || told === null) return null
  const carried = await checkpoints.carried(told)
  // One that lacks a step would make the model take that step again, under another name.
  if (carried === null) await checkpoints.remove()
  return carried
}

async function messagesOf(
  parts: Parts,
  input: AgentInput,
  files: FileSpace,
  native: { readonly images: boolean },
): Promise<PlainMessage[]> {
  const { user, subject, gate, attachments, resumed } = input
  // Notes are about the one who asks; somebody else's records are no place for them.
  const notes = subject.user.id === user.id ? await parts.files.notes(user.id) : []
  if (notes.length > 0 || attachments.length > 0) gate.mark({ hasPrivate: true })
  for (const source of new Set(notes.flatMap(({ provenance }) => provenance?.untrusted ?? [])))
    gate.mark({ untrusted: source })
  const brokenServers = (parts.servers?.(user.id) ?? []).flatMap(({ name, state, problem }) =>
    problem === null ? [] : [{ name, state, problem }],
  )
  const text = questionWithContext(input.question, { notes, attachments, brokenServers })
  const pictures = native.images ? await picturesOf(input, files) : []
  return [
    ...historyMessages(input.history),
    { role: 'user', text, native: pictures },
    ...(resumed === null ? [] : resumedMessages(resumed)),
  ]
}

/** What the run had said and done, where there is no checkpoint: what may have taken effect is named as such. */
function resumedMessages(resumed: readonly AgentEvent[]): PlainMessage[] {
  const before = answerMessages(resumed, { prefix: 'r_', keepsCalls: true }).map((message) =>
    message.role === 'tool' && message.text === '[It had no result.]'
      ? {
          ...message,
          text: 'Error (outcome_unknown): The app was closed while this ran. If it only reads, call it again if you need it. If it changes something, it may have taken effect: do not call it again, find out or ask.',
        }
      : message,
  )
  return before.length === 0
    ? []
    : [
        ...before,
        {
          role: 'user',
          text: '[From the app: it was closed in the middle of this answer. The person has read what you said above. Go on from there without repeating it.]',
        },
      ]
}

async function picturesOf(input: AgentInput, files: FileSpace): Promise<NativePart[]> {
  const pictures = input.attachments.filter(({ mime }) => mime.startsWith('image/')).slice(0, NATIVE_ATTACHMENTS)
  const read = await Promise.all(pictures.map(({ name }) => files.raw(`/uploads/${name}`)))
  return read.flatMap((file, at) => {
    if (!file.ok || file.bytes === null) return []
    // What stands in a picture may be anybody's words.
    input.gate.mark({ untrusted: pictures[at]?.name ?? 'picture' })
    return [{ mime: file.mime, base64: Buffer.from(file.bytes).toString('base64') }]
  })
}

async function coverageOf(
  parts: Parts,
  { subject }: AgentInput,
  definitions: readonly ToolDefinition[],
): Promise<string> {
  // Only what the agent may read anyway is told in advance.
  if (!definitions.some(({ name }) => name === 'query_health_indicators')) return ''
  if (subject.dataClasses !== null && !subject.dataClasses.includes('health')) return ''
  // What somebody has had measured says much about them. Where a tool could carry it out of this computer, the model
  // has to read it with a tool, which counts as having read private data.
  return coverageWords(await parts.health.overview(subject.user.id), { isNamed: !definitions.some(isOutward) })
}

function isSmall({ contextWindow, info }: ResolvedModel): boolean {
  return contextWindow <= SMALL_WINDOW || info.supportsTools === false
}

function nativeKinds({ info, wire }: ResolvedModel): { readonly images: boolean; readonly pdf: boolean } {
  const takesFiles = wire === 'openai' || wire === 'anthropic' || wire === 'google'
  return { images: info.supportsImages === true, pdf: takesFiles && info.supportsPdf === true }
}

const noToolsNote =
  'This model cannot call tools, so you cannot read the records. Say so where a question needs them, and that another model can be chosen.'
