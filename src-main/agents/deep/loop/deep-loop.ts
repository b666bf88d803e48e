/**
 * The loop itself, on deepagents and LangChain: the model's calls, the tools' calls, the checkpoints. This file and what
 * only it imports are loaded when the first question to the deep agent comes (load.ts).
 */
import { randomUUID } from 'node:crypto'
import { type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { createDeepAgent } from 'deepagents'
import { createAgent, createMiddleware } from 'langchain'
import type { Database } from '../../../db/database.ts'
import type { Logger } from '../../../log/logger.ts'
import { isObject } from '../../../mcp-client/model/json-value.ts'
import type { AgentEvent } from '../../events.ts'
import { createChatModel } from '../../models/chat-model/create-chat-model.ts'
import { modelFault } from '../../models/fault/model-fault.ts'
import { waitFor } from '../../models/fault/retry.ts'
import type { ResolvedModel } from '../../models/types.ts'
import { BehindSaver } from '../checkpoint/behind-saver.ts'
import { CheckpointSaver } from '../checkpoint/saver.ts'
import type { PlainMessage } from '../history.ts'
import type { OfferedTool } from '../tools/offered-tool.ts'
import type { CarriedCall, ToolDoor } from '../tools/tool-door.ts'
import { AnswerStream } from './answer-stream.ts'
import { contextKeeper } from './context-keeper.ts'
import type { LoopState } from './loop-state.ts'
import type { LoopWords } from './loop-words.ts'
import { toBaseMessages } from './messages.ts'
import { modelDoor } from './model-door.ts'
import { carriedCalls, isCheckpointWhole } from './resume.ts'
import { UNREADABLE } from './strict-calls.ts'

export { endingIn, LoopEnded } from './loop-state.ts'

export interface LoopRun {
  /** 'deep': everything; 'small': the bare loop, for models with little room. */
  readonly profile: 'deep' | 'small'
  readonly resolved: ResolvedModel
  readonly system: string
  readonly messages: readonly PlainMessage[]
  readonly door: ToolDoor
  /** What the model may call; asked before each of its calls. */
  readonly tools: () => readonly OfferedTool[]
  readonly emit: (event: AgentEvent) => void
  readonly signal: AbortSignal
  readonly language: string
  readonly words: LoopWords
  readonly log: Logger
  readonly callLimit: number
  /** Null keeps nothing. */
  readonly checkpoints: Checkpoints | null
  /** Goes on from the checkpoint instead of asking `messages`. */
  readonly goesOn: boolean
  /** What it says is not for the person's eyes: a sub-agent's. */
  readonly isQuiet?: boolean
  readonly sleep?: LoopState['sleep']
}

/** Answers with the last words. Throws LoopEnded with an explanation, the signal's reason, or what nobody foresaw. */
export async function runLoop(run: LoopRun): Promise<string> {
  const { resolved, signal, language, emit, door } = run
  const stream = new AnswerStream(emit, run.isQuiet ?? false)
  const model = await createChatModel(resolved)
  const state: LoopState = {
    model,
    resolved,
    door,
    stream,
    emit,
    signal,
    words: run.words,
    log: run.log,
    tools: run.tools,
    callLimit: run.callLimit,
    fault: (error) => modelFault(error, resolved, language),
    sleep: run.sleep ?? waitFor,
  }
  const middleware = [toolKeeper(state), noSubAgents(), contextKeeper(state), modelDoor(state, newCallId)] as const
  const saver = run.checkpoints?.saver
  const options = {
    model,
    systemPrompt: run.system,
    middleware,
    ...(saver === undefined ? {} : { checkpointer: saver }),
  }
  const agent = run.profile === 'deep' ? createDeepAgent(options) : createAgent(options)
  const input = run.goesOn ? null : { messages: toBaseMessages(run.messages) }
  const result: unknown = await agent.invoke(input, {
    signal,
    callbacks: [stream],
    durability: 'async',
    // Two steps a call of the model; the count of calls ends a run long before.
    recursionLimit: run.callLimit * 2 + 50,
    configurable: { thread_id: run.checkpoints?.threadId ?? randomUUID() },
  })
  return lastText(result)
}

/** The model is offered our tools and nothing else, and every call goes through our door. */
function toolKeeper({ tools, door }: LoopState) {
  const declared = new WeakMap<OfferedTool, ReturnType<typeof declaration>>()
  const declare = (tool: OfferedTool) => {
    const known = declared.get(tool) ?? declaration(tool)
    declared.set(tool, known)
    return known
  }
  return createMiddleware({
    name: 'FilesystemMiddleware',
    wrapModelCall: (request, handler) => handler({ ...request, tools: tools().map(declare) }),
    async wrapToolCall({ toolCall }) {
      const { id = newCallId(), name, args } = toolCall
      const raw: unknown = isObject(args) ? args[UNREADABLE] : undefined
      const answer = await door.call({
        id,
        name,
        args: typeof raw === 'string' ? null : { ...args },
        ...(typeof raw === 'string' ? { raw } : {}),
      })
      return new ToolMessage({
        content: answer.text,
        tool_call_id: id,
        name,
        status: answer.ok ? 'success' : 'error',
        ...(answer.native.length > 0 ? { artifact: { native: answer.native } } : {}),
      })
    },
  })
}

/** As providers' adapters take a tool: name, words, schema. It is run by the door and by nobody else. */
function declaration({ name, description, inputSchema }: OfferedTool) {
  return { type: 'function' as const, function: { name, description, parameters: inputSchema } }
}

/** Takes the place of the library's own: sub-agents are a tool of ours, through the same door (tools/task-tool.ts). */
const noSubAgents = () => createMiddleware({ name: 'subAgentMiddleware' })

const newCallId = () => `call_${randomUUID().replaceAll('-', '').slice(0, 20)}`

function lastText(result: unknown): string {
  const messages: unknown = isObject(result) ? result.messages : []
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  return isObject(last) && typeof last.text === 'string' ? last.text : ''
}

export interface Checkpoints {
  readonly saver: BehindSaver
  readonly threadId: string
  /** Null: there is none to go on from, or it lacks a step that was told. */
  carried(told: readonly AgentEvent[]): Promise<ReadonlyMap<string, CarriedCall> | null>
  settled(): Promise<void>
  remove(): Promise<void>
}

export function openCheckpoints(options: {
  readonly db: Pick<Database, 'query'>
  readonly userId: number
  readonly runId: string
  readonly now: () => Date
  /** Told once, when checkpoints cannot be stored. */
  readonly onFault: (error: unknown) => void
}): Checkpoints {
  let isTold = false
  const saver = new BehindSaver(new CheckpointSaver(options), (error) => {
    if (!isTold) options.onFault(error)
    isTold = true
  })
  const threadId = options.runId
  return {
    saver,
    threadId,
    async carried(told) {
      const tuple = await saver.getTuple({ configurable: { thread_id: threadId } })
      const messages = messagesOf(tuple?.checkpoint.channel_values)
      return messages === null || !isCheckpointWhole(messages, told) ? null : carriedCalls(messages, told)
    },
    settled: () => saver.settled(),
    remove: () => saver.deleteThread(threadId),
  }
}

function messagesOf(values: unknown): BaseMessage[] | null {
  if (!isObject(values) || !Array.isArray(values.messages)) return null
  return values.messages.filter(
    (one: unknown): one is BaseMessage => isObject(one) && typeof one.getType === 'function',
  )
}
