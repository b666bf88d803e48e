/**
 * Every call of the model: limited in number, tried again where that helps, its answer read strictly, and never silent.
 * What cannot be mended ends the run with an explanation (LoopEnded).
 */
import { AIMessage, type AIMessageChunk, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { createMiddleware } from 'langchain'
import { waitBeforeRetry, waitSeconds } from '../../models/fault/retry.ts'
import { ContextOverflow } from './context-keeper.ts'
import { LoopEnded, type LoopState } from './loop-state.ts'
import { reasoningText } from './messages.ts'
import { strictAnswer } from './strict-calls.ts'
import { usageEvent } from './usage.ts'

/** Answers in a row whose calls cannot be read. */
const UNREADABLE_ANSWERS = 2

const nudge =
  '[From the app: your last answer was empty. Answer the question now with what is known, or say plainly what is missing.]'
const closing =
  '[From the app: no further tool can be called. Answer the question now with what you have found, and say what is still open.]'

export function modelDoor(state: LoopState, newId: () => string) {
  const { stream, emit, words, signal, resolved } = state
  let calls = 0
  let unreadableInRow = 0
  const ids = new Set<string>()

  async function answer(ask: () => Promise<AIMessage>): Promise<AIMessage> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      stream.begin()
      try {
        const message = await ask()
        signal.throwIfAborted()
        emit(usageEvent(message, resolved.ref))
        return message
      } catch (error) {
        if (signal.aborted) throw error
        const fault = state.fault(error)
        if (fault.code === 'context_overflow') throw new ContextOverflow(fault.message)
        // What was read cannot be unread: a second answer behind half of one would mix numbers of both.
        if (stream.hasSpoken) throw new LoopEnded('broken_answer', words.broken.message, words.broken.hint)
        const delayMs = waitBeforeRetry(fault, attempt)
        if (delayMs === null) {
          state.log.warn('a model did not answer', { provider: resolved.ref.provider, code: fault.code, attempt })
          throw new LoopEnded(fault.code, fault.message, fault.hint)
        }
        emit({
          type: 'notice',
          code: 'retry',
          text: words.retry(fault.message, waitSeconds(delayMs)),
        })
        await state.sleep(delayMs, signal)
      }
    }
  }

  return createMiddleware({
    name: 'ModelDoor',
    async wrapModelCall(request, handler) {
      const ask = async (messages: readonly BaseMessage[]): Promise<AIMessage> => {
        const message = await handler({ ...request, messages: [...messages] })
        stream.finish(message.text, reasoningText(message))
        return message
      }
      calls++
      const isLimit = calls > state.callLimit
      if (isLimit || state.door.isEnded) {
        const why = isLimit ? words.limitReached(state.callLimit) : words.wentInCircles
        return closed(why, () => ask([...request.messages, new HumanMessage(closing)]))
      }
      let raw = await answer(() => ask(request.messages))
      if (isEmpty(raw)) {
        if (finishOf(raw) === 'length')
          throw new LoopEnded('output_limit', words.emptyAtLimit.message, words.emptyAtLimit.hint)
        raw = await answer(() => ask([...request.messages, new HumanMessage(nudge)]))
        if (isEmpty(raw)) throw new LoopEnded('empty_answer', words.empty.message, words.empty.hint)
      }
      const { message, unreadable } = strictAnswer(raw, newId)
      // Some servers give every answer the same id, and the library takes the second for a new version of the first.
      if (message.id !== undefined && ids.has(message.id)) message.id = newId()
      if (message.id !== undefined) ids.add(message.id)
      unreadableInRow = unreadable > 0 ? unreadableInRow + 1 : 0
      if (unreadableInRow > UNREADABLE_ANSWERS)
        throw new LoopEnded('unreadable_calls', words.unreadable.message, words.unreadable.hint)
      if ((message.tool_calls ?? []).length === 0 && finishOf(raw) === 'length')
        emit({ type: 'notice', code: 'limit', text: words.cutAtLimit })
      return message
    },
  })

  /** The last words of a run that may not go on: the model's where it has some, and always ours with the reason. */
  async function closed(why: string, ask: () => Promise<AIMessage>): Promise<AIMessage> {
    let said = ''
    stream.begin()
    try {
      const message = await ask()
      emit(usageEvent(message, resolved.ref))
      said = message.text
    } catch (error) {
      if (signal.aborted) throw error
      state.log.warn('a model had no last words', { error: state.fault(error).message })
    }
    stream.begin()
    stream.say(why)
    emit({ type: 'notice', code: 'limit', text: why })
    return new AIMessage([said, why].filter((part) => part !== '').join('\n\n'))
  }
}

function isEmpty(message: AIMessage | AIMessageChunk): boolean {
  const calls = (message.tool_calls ?? []).length + (message.invalid_tool_calls ?? []).length
  return calls === 0 && message.text.trim() === ''
}

/** 'length' where the model was cut off by its limit of output, in each provider's words. */
function finishOf({ response_metadata: told }: AIMessage): 'length' | 'other' {
  const words = [told.finish_reason, told.stop_reason, told.finishReason, told.done_reason]
  const details: unknown = told.incomplete_details
  const reason = typeof details === 'object' && details !== null && 'reason' in details ? details.reason : undefined
  return [...words, reason].some((word) => /^(length|max_tokens|max_output_tokens)$/i.test(String(word ?? '')))
    ? 'length'
    : 'other'
}
