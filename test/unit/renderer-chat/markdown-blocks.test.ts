/** Where an answer that is being written may be cut, so that what is finished is never drawn again, and drawn right. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createMarkdownSplitter,
  type MarkdownPiece,
  piecesPerChunk,
} from '../../../src-renderer/features/chat/markdown-blocks.ts'

function all(text: string): MarkdownPiece[] {
  const { chunks, tail } = createMarkdownSplitter().read(text)
  return [...chunks.flat(), ...(tail ? [tail] : [])]
}

const texts = (text: string) => all(text).map((piece) => piece.text.trim())

describe('a piece ends', () => {
  it('at an empty line, a heading, a fence, a list after a paragraph, a quote', () => {
    expect(texts('One\nstill one\n\nTwo\n# Three\nFour\n- five\n- six\n\n> seven\n\nEight')).toEqual([
      'One\nstill one',
      'Two',
      '# Three',
      'Four',
      '- five\n- six',
      '> seven',
      'Eight',
    ])
  })

  it('not inside a fence, whatever stands in it', () => {
    const code = '```ts\nconst a = 1\n\n# no heading\n- no list\n```'
    expect(texts(`Before\n${code}\nafter`)).toEqual(['Before', code, 'after'])
    expect(texts('~~~\n```\n\nstill\n~~~\nafter')).toEqual(['~~~\n```\n\nstill\n~~~', 'after'])
    // A longer fence is closed by one as long, not by a shorter one.
    expect(texts('````\n```\nx\n```\n````\nafter')).toHaveLength(2)
  })

  it('not at an empty line within a list: its numbers would begin anew', () => {
    expect(texts('1. one\n\n2. two\n\n   more of two\n\n3. three\n\nNot a part of it')).toEqual([
      '1. one\n\n2. two\n\n   more of two\n\n3. three',
      'Not a part of it',
    ])
  })

  it('not inside a fence that stands in a list', () => {
    expect(texts('- a\n  ```\n  x\n\n# y\n  ```\n- b\n\nend')).toEqual(['- a\n  ```\n  x\n\n# y\n  ```\n- b', 'end'])
  })

  it('not between a heading’s words and the line under them, nor at a rule within a paragraph', () => {
    expect(texts('Title\n=====\n\nText\n---\n\nEnd')).toEqual(['Title\n=====', 'Text\n---', 'End'])
  })

  it('not at a number that only begins a line of a paragraph', () => {
    expect(texts('It was in\n2024. That was\nlong ago')).toHaveLength(1)
  })
})

describe('what is long', () => {
  it('is cut between the rows of a table, and each part has its head', () => {
    const head = '| a | b |\n| - | - |\n'
    const rows = Array.from({ length: 100 }, (_, row) => `| ${row} | x |\n`).join('')
    const pieces = all(`${head}${rows}\nafter`)
    const tables = pieces.filter((piece) => piece.kind === 'table')
    expect(tables.length).toBeGreaterThan(2)
    expect(tables.every((piece) => piece.text.startsWith(head))).toBe(true)
    expect(tables.map((piece) => piece.continues)).toEqual([false, ...tables.slice(1).map(() => true)])
    const rowsOf = (piece: MarkdownPiece) => piece.text.slice(head.length).trim().split('\n').length
    expect(tables.reduce((sum, piece) => sum + rowsOf(piece), 0)).toBe(100)
    expect(pieces.at(-1)?.text).toBe('after')
  })

  it('is cut between the items of a list', () => {
    const items = Array.from({ length: 90 }, (_, item) => `${item + 1}. item\n`).join('')
    const lists = all(items).filter((piece) => piece.kind === 'list')
    expect(lists.length).toBe(3)
    expect(lists.map((piece) => piece.text).join('')).toBe(items)
    expect(lists[1]?.continues).toBe(true)
    expect(lists[1]?.text.startsWith('41. ')).toBe(true)
  })
})

describe('code', () => {
  it('tells its language and its text, open and closed', () => {
    expect(all('```vis-chart extra\n{"a":1}\n```\n')[0]?.code).toEqual({
      language: 'vis-chart',
      text: '{"a":1}',
      isClosed: true,
    })
    expect(all('```js\nlet a')[0]?.code).toEqual({ language: 'js', text: 'let a', isClosed: false })
  })
})

describe('growing', () => {
  it('keeps finished chunks the same arrays, so that nothing of them is drawn again', () => {
    const splitter = createMarkdownSplitter()
    let text = ''
    for (let line = 0; line < piecesPerChunk * 2 + 3; line += 1) text += `Paragraph ${line}\n\n`
    const before = splitter.read(text)
    const after = splitter.read(`${text}more and more`)
    expect(after.chunks[0]).toBe(before.chunks[0])
    expect(after.chunks[1]).toBe(before.chunks[1])
    expect(after.tail?.text).toBe('more and more')
  })

  it('lets a paragraph go as soon as the next one begins, before its line has ended', () => {
    const { chunks, tail } = createMarkdownSplitter().read('First\n\nSecond in prog')
    expect(chunks.flat().map((piece) => piece.text.trim())).toEqual(['First'])
    expect(tail?.text).toBe('Second in prog')
  })

  it('begins anew with another text', () => {
    const splitter = createMarkdownSplitter()
    splitter.read('Old\n\ntext')
    const { chunks, tail } = splitter.read('New')
    expect(chunks).toEqual([])
    expect(tail?.text).toBe('New')
  })

  it('ends in the same pieces however the text was cut on its way', () => {
    const line = fc.constantFrom(
      ...[
        '',
        '# h',
        'text',
        '- a',
        '  b',
        '1. x',
        '2. y',
        '```',
        '```js',
        '~~~',
        '| a | b |',
        '|---|---|',
        '> q',
        '---',
      ],
      ...['中文，句子', '    code', '* * *', '***b**', '[l](', '\t- t'],
    )
    const whole = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(whole, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 40 }), (text, steps) => {
        const splitter = createMarkdownSplitter()
        let at = 0
        for (let step = 0; at < text.length; step += 1) {
          at += steps[step % steps.length] ?? 1
          splitter.read(text.slice(0, at))
        }
        const { chunks, tail } = splitter.read(text)
        expect([...chunks.flat(), ...(tail ? [tail] : [])].map(({ text: piece }) => piece)).toEqual(
          all(text).map(({ text: piece }) => piece),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('loses no line', () => {
    const line = fc.constantFrom('', '# h', 'text', '- a', '```', '| a |', '|---|', '> q', '1. x', '  y')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const text = lines.join('\n')
        const kept = all(text)
          .map((piece) => piece.text)
          .join('\n')
        for (const one of new Set(lines.map((each) => each.trim()).filter(Boolean))) expect(kept).toContain(one)
      }),
    )
  })
})
