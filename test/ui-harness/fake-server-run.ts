/** A run of the console: progress, then one block of content of every kind. `&run=fail|refuse|long` for the other ends. */
import type { ServerRunEvent } from '../../src-main/api/contract/servers.ts'
import { asked, wait } from './fake-answer.ts'

/** A quarter of a second of a tone, as a WAV file in base64. */
function tone(): string {
  const rate = 8_000
  const count = rate / 4
  const bytes = new Uint8Array(44 + count)
  const view = new DataView(bytes.buffer)
  const put = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
  }
  put(0, 'RIFF')
  view.setUint32(4, 36 + count, true)
  put(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  put(36, 'data')
  view.setUint32(40, count, true)
  for (let index = 0; index < count; index++)
    bytes[44 + index] = 128 + 60 * Math.sin((2 * Math.PI * 440 * index) / rate)
  return btoa(String.fromCharCode(...bytes))
}

const picture = btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><rect width="240" height="120" fill="#0f6b66"/><circle cx="120" cy="60" r="40" fill="#fff"/></svg>',
)

export async function* runOf(name: string): AsyncGenerator<ServerRunEvent, void, void> {
  for (let done = 1; done <= 3 || asked('run') === 'long'; done++) {
    await wait(400)
    yield { type: 'progress', done, total: asked('run') === 'long' ? 400 : 3, message: `step ${done}` }
  }
  await wait(200)
  if (asked('run') === 'fail') {
    yield {
      type: 'outcome',
      ok: false,
      result: null,
      error: {
        code: 'timeout',
        message: 'The server did not answer within 900 s.',
        hint: 'Raise its limit, or try again.',
      },
      notice: null,
      durationMs: 900_000,
    }
    return
  }
  yield {
    type: 'outcome',
    ok: asked('run') !== 'refuse',
    result: {
      content: [
        { type: 'text', text: `${name} found 2 lines.` },
        { type: 'image', data: picture, mimeType: 'image/svg+xml' },
        { type: 'audio', data: tone(), mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'https://example.org/report', name: 'The whole report', mimeType: 'text/html' },
        {
          type: 'resource',
          resource: {
            uri: 'file:///home/ada/Documents/plan.md',
            mimeType: 'text/markdown',
            text: '# Plan\n\nWalk more.',
          },
        },
      ],
      structuredContent: {
        lines: [
          { number: 1, text: 'Walk more.' },
          { number: 2, text: 'Sleep well.' },
        ],
      },
      isError: asked('run') === 'refuse',
    },
    error: null,
    notice: null,
    durationMs: 1_412,
  }
}
