/** Lines do not depend on how the bytes arrive, and a line without an end is bounded. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLineSplitter } from '../../../../src-main/mcp-client/launch/line-splitter.ts'

const lf = Buffer.from('\n')

function split(chunks: readonly Buffer[], newline: Uint8Array = lf, limitBytes = 1000) {
  const lines: [string, number][] = []
  const splitter = createLineSplitter({
    limitBytes,
    newline,
    onLine: (line, more) => lines.push([line.toString('hex'), more]),
  })
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return lines
}

const cut = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((from, n) => bytes.subarray(from, [...places, bytes.length][n]))
}

const pieces = fc.array(fc.constantFrom('a', '\n', 'é', '€', '😀', '\n\n', '\u0a0a', '\u0a00', '\u000a\u0a0a'))

describe('createLineSplitter', () => {
  test('UTF-8 in any pieces gives the lines of the whole', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat()), (words, at) => {
        const text = words.join('')
        const expected = text.split('\n').map((line): [string, number] => [Buffer.from(line).toString('hex'), 0])
        // After the last line feed comes a line only when it holds something.
        if (expected.at(-1)?.[0] === '') expected.pop()
        expect(split(cut(Buffer.from(text), at))).toEqual(expected)
      }),
    )
  })

  test('UTF-16 in any pieces, with characters that hold the bytes of a line feed', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat()), (words, at) => {
        const text = words.join('')
        const expected = text
          .split('\n')
          .map((line): [string, number] => [Buffer.from(line, 'utf16le').toString('hex'), 0])
        if (expected.at(-1)?.[0] === '') expected.pop()
        expect(split(cut(Buffer.from(text, 'utf16le'), at), Buffer.from('\n', 'utf16le'))).toEqual(expected)
      }),
    )
  })

  test('a line that is cut keeps its beginning and counts the rest, and the next one is whole', () => {
    expect(split([Buffer.from('abcdef'), Buffer.from('gh\nxy\n')], lf, 4)).toEqual([
      [Buffer.from('abcd').toString('hex'), 4],
      [Buffer.from('xy').toString('hex'), 0],
    ])
  })

  test('X8: exactly the limit is a line; one byte more is told once, and nothing is read after it', () => {
    const seen: string[] = []
    const splitter = createLineSplitter({
      limitBytes: 4,
      newline: lf,
      onLine: (line) => seen.push(line.toString()),
      onTooLong: () => seen.push('TOO LONG'),
    })
    for (const chunk of ['abcd', '\n', 'abc', 'de', 'x'.repeat(100), '\nok\n']) splitter.push(Buffer.from(chunk))
    splitter.end()
    expect(seen).toEqual(['abcd', 'TOO LONG'])
  })
})
