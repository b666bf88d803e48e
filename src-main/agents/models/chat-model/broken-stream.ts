/** Answers that end without their end. */
import type { ChatGenerationChunk } from '@langchain/core/outputs'

/** An answer that ended without its end: the connection closed as if all had been said, or never spoke the protocol. */
export class BrokenStreamError extends Error {
  override readonly name = 'BrokenStreamError'
  /** Nothing at all came: most likely no model is at the address. */
  readonly isEmpty: boolean
  constructor(isEmpty: boolean) {
    super(isEmpty ? 'The answer held nothing that a model says.' : 'The answer broke off before its end.')
    this.isEmpty = isEmpty
  }
}

/** The chunks of an answer. @throws BrokenStreamError when they are over before one that `hasEnded` says is the last. */
export async function* untilEnd(
  chunks: AsyncIterable<ChatGenerationChunk>,
  signal: AbortSignal | undefined,
  hasEnded: (chunk: ChatGenerationChunk) => boolean,
): AsyncGenerator<ChatGenerationChunk> {
  let isEmpty = true
  let isOver = false
  for await (const chunk of chunks) {
    isEmpty = false
    isOver ||= hasEnded(chunk)
    yield chunk
  }
  if (!isOver && !signal?.aborted) throw new BrokenStreamError(isEmpty)
}
