/** Documents as text: what a person wrote is there, in order and under its page or sheet, in whatever encoding it came. */
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../src-main/documents/decode-text.ts'
import { fileKind, officeTypes } from '../../../src-main/documents/file-kind.ts'
import { toMarkdown } from '../../../src-main/documents/to-markdown.ts'
import {
  numberCell,
  pdfDocument,
  presentation,
  textCell,
  wordDocument,
  wordParagraph,
  wordTable,
  workbook,
  zipOf,
} from './made-documents.ts'

const read = async (name: string, bytes: Uint8Array) =>
  (await toMarkdown({ name, bytes, type: '' }, { isFenced: false })).markdown
const bytesOf = (text: string) => new TextEncoder().encode(text)
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('documents as text', () => {
  it('names the pages of a PDF', async () => {
    const { title, markdown } = await toMarkdown({
      name: 'lab.pdf',
      type: '',
      bytes: pdfDocument(['Ferritin 41 ug/L', '', 'LDL 2.6 mmol/L'], 'Lab report'),
    })
    expect(title).toBe('Lab report')
    expect(markdown).toBe('## Page 1\n\nFerritin 41 ug/L\n\n## Page 2\n\n\n\n## Page 3\n\nLDL 2.6 mmol/L')
  })

  it('says that a PDF without text was scanned', async () => {
    await expect(read('scan.pdf', pdfDocument(['', '']))).rejects.toMatchObject({
      code: 'nothing_readable',
      message: expect.stringContaining('scan.pdf holds pictures'),
    })
  })

  it('reads the words of a Word document as they stand, so that they are found again', async () => {
    const bytes = await wordDocument(wordParagraph('1. LDL_direct 2.6 *high* [see #2]') + wordParagraph('- -0.5'))
    expect(await read('letter.docx', bytes)).toBe('1. LDL_direct 2.6 *high* [see #2]\n\n- -0.5')
  })
  it('keeps the tables of a Word document', async () => {
    const bytes = await wordDocument(
      wordParagraph('Dear doctor') +
        wordTable([
          ['Marker', 'Value'],
          ['Ferritin', '41'],
        ]) +
        wordParagraph('Yours'),
    )
    expect(await read('letter.docx', bytes)).toBe(
      'Dear doctor\n\n| Marker | Value |\n| --- | --- |\n| Ferritin | 41 |\n\nYours',
    )
  })

  it('names the sheets of a workbook and writes dates as dates', async () => {
    const bytes = await workbook({
      Blood: [textCell('A1', 'Day') + textCell('B1', 'Ferritin'), numberCell('A2', 45658, 1) + numberCell('B2', 41.5)],
      Empty: [],
      Notes: [textCell('C1', 'a|b')],
    })
    expect(await read('values.xlsx', bytes)).toBe(
      '## Sheet Blood\n\n| Day | Ferritin |\n| --- | --- |\n| 2025-01-01 | 41.5 |\n\n## Sheet Empty\n\n(empty)\n\n## Sheet Notes\n\n|  |  | a\\|b |\n| --- | --- | --- |',
    )
  })

  it('names the slides of a presentation, ten after nine, with the notes', async () => {
    const slides = Array.from({ length: 10 }, (_, at) => [`Title ${at + 1}`, 'A &amp; B'])
    const text = await read('talk.pptx', await presentation(slides, 'Say hello'))
    expect(text.startsWith('## Slide 1\n\nTitle 1\nA & B\n\nNotes: Say hello\n\n## Slide 2')).toBe(true)
    expect(text.indexOf('## Slide 10')).toBeGreaterThan(text.indexOf('## Slide 9'))
  })

  it('gives data as they are, and a web page as Markdown', async () => {
    expect(await read('a.csv', bytesOf('day,value\n2026-01-01,41\n'))).toBe('day,value\n2026-01-01,41\n')
    expect(await read('a.html', bytesOf('<html><h1>Title</h1><p>One <b>two</b></p><script>x()</script></html>'))).toBe(
      '# Title\n\nOne **two**',
    )
  })

  it.each([
    ['old.doc', hex('d0cf11e0a1b11ae1 00'), /save it as \.docx/i],
    ['photo.png', hex('89504e470d0a1a0a 00'), /photo\.png is image\/png, which cannot be read/],
    ['box.zip', null, /application\/zip/],
  ])('says by name what cannot be read: %s', async (name, bytes, message) => {
    await expect(read(name, bytes ?? (await zipOf({ 'a.txt': 'x' })))).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(message),
    })
  })

  it.each([
    ['cut.docx', async () => (await wordDocument(wordParagraph('x'))).subarray(0, 300)],
    ['cut.pdf', async () => pdfDocument(['x']).subarray(0, 40)],
    ['no.xlsx', async () => zipOf({ 'xl/workbook.xml': 'no xml' })],
  ])('says that %s is damaged', async (name, make) => {
    await expect(read(name, await make())).rejects.toMatchObject({ code: 'damaged' })
  })
})

describe('archives that are made to harm', () => {
  it('are refused before a library opens them', async () => {
    const bomb = await wordDocument(wordParagraph('x'), { 'word/media/a.bin': new Uint8Array(60 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(read('bomb.docx', bomb)).rejects.toMatchObject({ code: 'unsafe' })
  })

  it('cannot lie about their sizes', async () => {
    const bytes = Buffer.from(await wordDocument(wordParagraph('x'), { 'word/media/a.bin': new Uint8Array(5_000_000) }))
    // The size after unpacking, in the central directory, of the entry that is 5 000 000 bytes.
    const size = Buffer.alloc(4)
    size.writeUInt32LE(5_000_000)
    const at = bytes.lastIndexOf(size)
    expect(at).toBeGreaterThan(0)
    bytes.writeUInt32LE(10, at)
    await expect(read('liar.docx', bytes)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('do not expand entities', async () => {
    const laughs = `<!DOCTYPE l [<!ENTITY a "${'ha'.repeat(100)}">${'bcdefgh'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(20)}">`)
      .join('')}]>`
    const bytes = await zipOf({
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `${laughs}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&h;</w:t></w:r></w:p></w:body></w:document>`,
    })
    const text = await read('laughs.docx', bytes).catch((error: Error) => error.message)
    expect(text.length).toBeLessThan(2_000)
  })
})

describe('texts of any encoding', () => {
  it.each([
    ['UTF-8 with its mark', hex('efbbbf e99d99'), '静'],
    ['UTF-16 with its mark', hex('fffe 5997 1f60 fffe'), '\u9759\u601f\ufeff'],
    ['UTF-16 without', hex('4100 4200 0d00 0a00 4300 4400'), 'AB\r\nCD'],
    ['UTF-16, big end first', hex('feff 0041 9759'), 'A静'],
    // "静息心率" and "空腹血糖 5.6" as Windows writes them in China.
    ['GB 18030', hex('beb2cfa2d0c4c2ca 0a bfd5b8b9d1aaccc7 20352e36'), '静息心率\n空腹血糖 5.6'],
    ['Big5', hex('c052aea7a4dfb276 a6e5bf7d a6e5c0a3'), '靜息心率血糖血壓'],
    ['Shift_JIS', hex('82b182f182c982bf82cd 90b68a88'), 'こんにちは生活'],
    ['EUC-KR', hex('bec8b3e7c7cfbcbcbfe4'), '안녕하세요'],
    ['Windows-1252', hex('4bf6727065726765776963687420 4df6636874 656e20fc626572'), 'Körpergewicht Möchten über'],
    ['Windows-1251', hex('cff0e8e2e5f220ece8f0'), 'Привет мир'],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text)
  })

  it('what a page declares counts', () => {
    const page = Buffer.concat([Buffer.from('<html><meta charset="iso-8859-2"><p>'), hex('b3')])
    expect(decodeText(page)).toContain('ł')
  })
})

describe('kinds of files', () => {
  it.each([
    ['a.bin', '89504e470d0a1a0a', 'image/png'],
    ['a.txt', 'ffd8ffe0', 'image/jpeg'],
    ['a.png', '68656c6c6f', 'text/plain'],
    ['a.csv', '612c62', 'text/csv'],
    ['a.md', 'e99d99', 'text/markdown'],
    ['x', '52494646 00000000 57454250', 'image/webp'],
    ['x', '52494646 00000000 57415645', 'audio/wav'],
    ['x', '00000018 6674797068656963', 'image/heic'],
    ['x.json', '7b7d', 'application/json'],
    ['x', '00010203', 'application/octet-stream'],
    ['x', '3c21444f43545950452068746d6c3e', 'text/html'],
  ])('%s with %s is %s', (name, start, type) => {
    expect(fileKind(name, hex(start))).toBe(type)
  })

  it('an office document is told by what is in it', async () => {
    expect(fileKind('letter', await wordDocument(wordParagraph('x')))).toBe(officeTypes.docx)
    expect(fileKind('letter.zip', await workbook({ A: [] }))).toBe(officeTypes.xlsx)
  })
})
