/**
 * Hands on the messages of a child one after the other, with a breath after each that is no response. The SDK handles a
 * notification a moment later than a response: progress that came in one piece with the result would be lost. Reading
 * stops meanwhile, so that a flood is slowed down where it comes from.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'

export interface MessageInbox {
  push(messages: readonly JSONRPCMessage[]): void
  /** Everything that was pushed has been handed on. */
  emptied(): Promise<void>
}

export function createMessageInbox(
  onMessage: (message: JSONRPCMessage) => void,
  source: { pause(): unknown; resume(): unknown },
): MessageInbox {
  const inbox: JSONRPCMessage[] = []
  let breathing = false
  let onEmptied = (): void => {}

  const deliver = (): void => {
    while (!breathing) {
      const message = inbox.shift()
      if (message === undefined) {
        onEmptied()
        return
      }
      onMessage(message)
      if (!('method' in message)) continue
      breathing = true
      source.pause()
      setImmediate(() => {
        breathing = false
        deliver()
        if (!breathing) source.resume()
      })
    }
  }

  return {
    push(messages) {
      inbox.push(...messages)
      deliver()
    },
    emptied: () =>
      inbox.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            onEmptied = resolve
          }),
  }
}
