/** Reading documents beside a busy hub: in a thread that is ended when it must be, with a final word for what cannot be read. */
import { afterAll, describe, expect, it } from 'vitest'
import { createDocuments } from '../../../src-main/documents/documents.ts'
import { TaskThread } from '../../../src-main/documents/task-thread.ts'
import {
  numberCell,
  pdfDocument,
  textCell,
  wordDocument,
  wordParagraph,
  workbook,
} from '../../unit/files/made-documents.ts'
import { loopStall } from './loop-stall.ts'

const documents = createDocuments()
afterAll(() => documents.close())

const stallOf = async (work: () => Promise<unknown>) => (await loopStall(work)).stallMs

describe('reading a document', () => {
  it('does not hold up the hub: 300 pages, a large workbook, a long letter', async () => {
    const pdf = pdfDocument(Array.from({ length: 300 }, (_, at) => `Ferritin ${at} ug/L`))
    const sheet = await workbook({
      Values: Array.from(
        { length: 5000 },
        (_, row) => numberCell(`A${row + 1}`, row) + textCell(`B${row + 1}`, `note ${row}`),
      ),
    })
    const letter = await wordDocument(Array.from({ length: 3000 }, (_, at) => wordParagraph(`Line ${at}`)).join(''))
    const texts: string[] = []
    const stall = await stallOf(async () => {
      for (const [name, bytes] of [
        ['a.pdf', pdf],
        ['b.xlsx', sheet],
        ['c.docx', letter],
      ] as const) {
        const read = await documents.text({ name, bytes, type: '' })
        texts.push(read.ok ? read.text : read.message)
      }
    })
    expect(texts[0]).toContain('## Page 300\n\nFerritin 299 ug/L')
    expect(texts[1]).toContain('| 4999 | note 4999 |')
    expect(texts[2]).toContain('Line 2999')
    expect(stall).toBeLessThan(50)
  })

  it('survives one that needs more memory than there is, and says so for good', async () => {
    // Two cells, far apart: a table of 17 thousand million.
    const wide = await workbook({ A: [numberCell('A1', 1), `${numberCell('XFD1048576', 2)}`] })
    const read = await documents.text({ name: 'wide.xlsx', bytes: wide, type: '' })
    if (!read.ok) expect(['too_large', 'damaged', 'too_long']).toContain(read.code)
    const next = await documents.text({ name: 'a.txt', bytes: new TextEncoder().encode('still here'), type: '' })
    expect(next).toMatchObject({ ok: true, text: 'still here' })
  })

  it('says of an empty one that there is nothing in it', async () => {
    expect(await documents.text({ name: 'e.txt', bytes: new TextEncoder().encode(' \n'), type: '' })).toMatchObject({
      ok: false,
      code: 'nothing_readable',
    })
  })
})

describe('a search', () => {
  it('that takes for ever is ended, and the next one works', async () => {
    const stall = await stallOf(async () => {
      expect(await documents.search({ text: `${'a'.repeat(1900)}!`, source: '^(a+)+$', limit: 5 })).toBeNull()
    })
    expect(stall).toBeLessThan(50)
    expect(await documents.search({ text: 'Eins\nzwei', source: 'EINS|drei', limit: 5 })).toEqual([
      { line: 1, text: 'Eins' },
    ])
  }, 20_000)

  it('by a glob pattern that takes for ever is ended too', async () => {
    const long = `${'a'.repeat(400)}b`
    expect(await documents.match(`${'*a'.repeat(40)}c`, [long])).toSatisfy((r) => r === null || r.length === 0)
    expect(await documents.match('**/*.{pdf,md}', ['a/B.PDF', 'c.md', 'd.txt'])).toEqual(['a/B.PDF', 'c.md'])
  }, 20_000)
})

describe('a thread of tasks', () => {
  it('gives up at once when it is told to, also for those that wait', async () => {
    const thread = new TaskThread()
    const stop = new AbortController()
    const forever = { kind: 'search', text: 'a'.repeat(1900), source: '^(a+)+b', limit: 1 } as const
    const first = thread.run<'search'>(forever, 60_000, stop.signal)
    const second = thread.run<'search'>(forever, 60_000, stop.signal)
    const third = thread.run<'search'>({ ...forever, source: 'a' }, 60_000)
    setTimeout(() => stop.abort(new Error('stopped')), 300)
    await expect(second).rejects.toThrow('stopped')
    await expect(first).rejects.toThrow('stopped')
    expect(await third).toHaveLength(1)
    await thread.close()
    await expect(thread.run<'search'>(forever, 1000)).rejects.toThrow('stopping')
  })
})
