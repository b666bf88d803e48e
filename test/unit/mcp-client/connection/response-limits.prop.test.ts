import { array, assert, asyncProperty, integer, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  limitedBody,
  ResponseSilent,
  ResponseTooLarge,
} from '../../../../src-main/mcp-client/connection/response-limits.ts'

const stream = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
const bytes = (text: string) => new TextEncoder().encode(text)
const read = async (body: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(body).arrayBuffer())

describe('limitedBody', () => {
  it('gives every byte on while the limit holds, and fails as soon as it does not', async () => {
    await assert(
      asyncProperty(array(uint8Array({ maxLength: 40 })), integer({ min: 0, max: 200 }), async (chunks, maxBytes) => {
        const whole = Buffer.concat(chunks)
        const reading = read(limitedBody(stream(chunks), { maxBytes, silentMs: null, events: false }))
        if (whole.length <= maxBytes) expect(Buffer.from(await reading).equals(whole)).toBe(true)
        else await expect(reading).rejects.toBeInstanceOf(ResponseTooLarge)
      }),
    )
  })

  for (const newline of ['\n', '\r\n', '\r']) {
    it(`counts each event for itself, however a stream is cut (${JSON.stringify(newline)})`, async () => {
      const text = `data: 0123456789${newline}${newline}`.repeat(50)
      await assert(
        asyncProperty(integer({ min: 1, max: 25 }), async (size) => {
          const whole = bytes(text)
          const cuts = Math.ceil(whole.length / size)
          const chunks = Array.from({ length: cuts }, (_, n) => whole.slice(n * size, (n + 1) * size))
          // No event is longer than 20 bytes.
          const body = limitedBody(stream(chunks), { maxBytes: 20, silentMs: null, events: true })
          expect((await read(body)).length).toBe(whole.length)
        }),
        { examples: [[1], [2], [3], [19], [20]] },
      )
    })
  }

  it('refuses one event without an end', async () => {
    const chunks = Array.from({ length: 100 }, () => bytes('data: more\n'))
    const body = limitedBody(stream(chunks), { maxBytes: 500, silentMs: null, events: true })
    await expect(read(body)).rejects.toBeInstanceOf(ResponseTooLarge)
  })

  it('ends silence, lets the source go, and tells of it first', async () => {
    let cancelled: unknown
    const told: unknown[] = []
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('x')),
      cancel: (reason) => {
        cancelled = reason
      },
    })
    const body = limitedBody(source, {
      maxBytes: 9,
      silentMs: 20,
      events: false,
      onBroken: (error) => told.push(error),
    })
    await expect(read(body)).rejects.toBeInstanceOf(ResponseSilent)
    expect(told).toHaveLength(1)
    expect(cancelled).toBe(told[0])
  })
})
