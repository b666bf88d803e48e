/** The estimate errs on the high side, but not by so much that half a context is given away. */
import { describe, expect, test } from 'vitest'
import { estimatedMessageTokens, estimatedTokens } from '../../../src-main/agents/models/token-estimate.ts'

/** Counted once with the vocabulary o200k_base. */
const counted: readonly [string, string, number][] = [
  ['English', 'Your resting heart rate was lower in June than in May, by about three beats per minute.', 19],
  ['German', 'Im Juni lag der Ruhepuls um drei Schläge pro Minute niedriger als im Mai.', 19],
  ['Russian', 'В июне пульс в покое был ниже, чем в мае.', 16],
  ['Chinese', '你六月的静息心率比五月低，每分钟大约少三次。', 18],
  ['numbers', '2025-06-01,62\n2025-06-02,61\n2025-06-03,64\n', 27],
  ['JSON', '{"indicator":"resting_heart_rate","from":"2025-06-01","to":"2025-06-30"}', 27],
  ['a table', '| date | mean | n |\n|---|---|---|\n| 2025-06-01 | 62.4 | 118 |\n| 2025-06-02 | 61.9 | 97 |\n', 48],
]

test.each(counted)('%s', (_kind, text, tokens) => {
  const estimate = estimatedTokens(text)
  expect(estimate).toBeGreaterThanOrEqual(tokens * 0.95)
  expect(estimate).toBeLessThanOrEqual(tokens * 1.6)
})

test('nothing is nothing', () => {
  expect(estimatedTokens('')).toBe(0)
  expect(estimatedMessageTokens([])).toBe(0)
})

describe('messages', () => {
  test('count their text and the arguments of their calls', () => {
    const plain = estimatedMessageTokens([{ content: '四个汉字' }])
    expect(plain).toBe(4 + 4)
    const calling = estimatedMessageTokens([
      { content: '', tool_calls: [{ id: 'c', name: 'f', args: { text: '四个汉字' } }] },
    ])
    expect(calling).toBeGreaterThan(plain)
  })
  test('an image counts as an image and not as its base64', () => {
    const url = `data:image/png;base64,${'A'.repeat(400_000)}`
    const content = [
      { type: 'text', text: '四个汉字' },
      { type: 'image_url', image_url: { url } },
    ]
    expect(estimatedMessageTokens([{ content }])).toBe(4 + 4 + 1_500)
  })
})
