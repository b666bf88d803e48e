/** A long answer is stored at the cost of what is new: each piece goes to the database once, however long the whole is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import type { ChatStore } from '../../../src-main/chat/chat-types.ts'
import { all, ask, done, openRunBed, type RunBed, started } from './run-bed.ts'

let bed: RunBed
beforeAll(async () => {
  bed = await openRunBed()
})
afterAll(() => bed?.close())

it('of 3,000 lines goes to the database about twice: in pieces, and whole at the end', async () => {
  const line = 'A line of an answer that goes on and on, with 42 of something in it.\n'
  const written = { pieces: 0, bytes: 0, whole: 0 }
  const chat: ChatStore = {
    ...bed.chat,
    append(place, seq, events) {
      written.pieces++
      written.bytes += JSON.stringify(events).length
      return bed.chat.append(place, seq, events)
    },
    finish(place, events, state) {
      written.whole += JSON.stringify(events).length
      return bed.chat.finish(place, events, state)
    },
  }
  const r = bed.runner(
    async function* () {
      for (let at = 0; at < 3000; at++) {
        // Two pieces a line, cut in a word.
        yield { type: 'text', text: line.slice(0, 30) }
        yield { type: 'text', text: line.slice(30) }
        yield { type: 'tool_output', id: 'shell', text: `screen ${at}` }
        // Time passes, so that pieces are stored on the way: at 200 ms each, many times over.
        if (at % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 60))
      }
      yield done
    },
    { chat },
  )
  const events = await all(r.send(ask(1, 'q')))
  expect(events).toHaveLength(1 + 9000 + 1)
  const size = line.length * 3000
  expect(written.pieces).toBeGreaterThan(3)
  // Nothing was written twice on the way; a store that writes the whole each time would be at several times that.
  expect(written.bytes).toBeLessThan(size * 1.2)
  expect(written.whole).toBeLessThan(size * 1.2)
  const [, message] = await bed.chat.messages(1, started(events).conversationId)
  const expected: AgentEvent[] = [
    { type: 'text', text: line },
    { type: 'tool_output', id: 'shell', text: 'screen 2999' },
    { type: 'text', text: line.repeat(2999) },
    done,
  ]
  expect(message?.events).toEqual(expected)
  expect(message?.text).toBe(line.repeat(3000))
})
