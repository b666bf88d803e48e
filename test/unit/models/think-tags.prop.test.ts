/** However a stream is cut, the same is thought and the same is said. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thinkTags } from '../../../src-main/agents/models/chat-model/think-tags.ts'

const run = (pieces: readonly string[]) => {
  const tags = thinkTags()
  let text = ''
  let reasoning = ''
  for (const part of [...pieces.map((piece) => tags.split(piece)), tags.end()]) {
    text += part.text
    reasoning += part.reasoning
  }
  return { text: text.trim(), reasoning }
}

test.each([
  ['<think>a</think>b', { reasoning: 'a', text: 'b' }],
  ['\n <think>\na\n</think>\n\nb', { reasoning: '\na\n', text: 'b' }],
  ['b <think>a</think>', { reasoning: '', text: 'b <think>a</think>' }],
  ['<think>never ends', { reasoning: 'never ends', text: '' }],
  ['<thin air', { reasoning: '', text: '<thin air' }],
  ['<', { reasoning: '', text: '<' }],
  ['<think></think>b</think>', { reasoning: '', text: 'b</think>' }],
  ['', { reasoning: '', text: '' }],
])('%j', (stream, expected) => {
  expect(run([stream])).toEqual(expected)
})

test('cut anywhere', () => {
  const part = fc.constantFrom('<think>', '</think>', '<', '</', 'think>', 'a', ' b ', '\n', '想', '/think')
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat(8)), (parts, sizes) => {
      const stream = parts.join('')
      const pieces: string[] = []
      let at = 0
      for (const size of sizes) {
        pieces.push(stream.slice(at, at + size))
        at += size
      }
      pieces.push(stream.slice(at))
      expect(run(pieces)).toEqual(run([stream]))
    }),
  )
})
