/** The log of a child: bounded, clean, and without what must not be seen. */
import { expect, test } from 'vitest'
import { createChildLog } from '../../../../src-main/mcp-client/launch/child-log.ts'
import type { LogLine } from '../../../../src-main/mcp-client/model/server-status.ts'

function logWith(secrets: Record<string, string> = {}) {
  const lines: Omit<LogLine, 'at'>[] = []
  let clock = 0
  const log = createChildLog({ onLog: (line) => lines.push(line), secrets, now: () => clock })
  return { log, lines, texts: () => lines.map(({ text }) => text), tick: (ms: number) => (clock += ms) }
}

test('a secret that a server repeats is not shown, in the log or in an error', () => {
  const { log, texts } = logWith({ API_KEY: 'sk-123456789', OTHER: 'sk-1234567890', MODE: 'on' })
  log.stderr('key sk-1234567890 and sk-123456789, mode on')
  expect(texts()).toEqual(['key [OTHER] and [API_KEY], mode on'])
  expect(log.tail()).toEqual(['key [OTHER] and [API_KEY], mode on'])
})

test('colours and control characters are taken out, tabs and letters stay', () => {
  const { log, texts } = logWith()
  log.stderr('\u001b[31mred\u001b[0m\tü 中\u0007\u0000!')
  expect(texts()).toEqual(['red\tü 中  !'])
})

test('the last twenty lines are kept, oldest first, each cut', () => {
  const { log } = logWith()
  for (let n = 1; n <= 25; n++) log.stderr(n === 25 ? 'x'.repeat(600) : `line ${n}`)
  expect(log.tail()).toHaveLength(20)
  expect(log.tail()[0]).toBe('line 6')
  expect(log.tail().at(-1)).toBe(`${'x'.repeat(500)} … (100 more)`)
})

test('a flood is cut to 200 lines a second, and what was left out is told', () => {
  const { log, lines, texts, tick } = logWith()
  for (let n = 1; n <= 1000; n++) log.stderr(`line ${n}`)
  expect(lines).toHaveLength(200)
  tick(1000)
  log.stderr('after')
  expect(texts().slice(200)).toEqual(['800 more lines in the same second were left out', 'after'])
  // For errors the newest count, logged or not.
  expect(log.tail().at(-2)).toBe('line 1000')
})

test('a flood that ends with the program is told too', () => {
  const { log, texts } = logWith()
  for (let n = 1; n <= 201; n++) log.stderr('x')
  log.flush()
  expect(texts().at(-1)).toBe('1 more lines in the same second were left out')
})
