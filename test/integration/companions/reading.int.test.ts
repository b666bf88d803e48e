/** The reading companion: documents of every kind it names, and nothing outside the folders that were allowed. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type CompanionBed, type StandIn, standIn, startCompanion } from './companion-bed.ts'

/** One page with "Ferritin 41 ug/L", written by hand after the PDF reference. */
function onePagePdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 40 100 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const xref = body.length
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
  )
}

/** The smallest .docx that Word opens: three parts in a zip. */
async function wordFile(paragraph: string): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (name: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`), name)
  add(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  )
  add(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  )
  add(
    'word/document.xml',
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p></w:body></w:document>`,
  )
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

let dir: string
let web: StandIn
let bed: CompanionBed

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reading-'))
  await mkdir(join(dir, 'allowed'))
  await mkdir(join(dir, 'allowed-not'))
  await writeFile(join(dir, 'allowed', 'note.md'), '# Note\n\nFerritin was 41.')
  await writeFile(join(dir, 'allowed', 'table.csv'), 'day,value\n2026-01-01,41\n')
  await writeFile(join(dir, 'allowed', 'lab.pdf'), onePagePdf('Ferritin 41 ug/L'))
  await writeFile(join(dir, 'allowed', 'letter.docx'), await wordFile('Dear doctor'))
  await writeFile(join(dir, 'allowed', 'photo.bin'), Buffer.from([0, 1, 2, 3, 0, 255]))
  await writeFile(join(dir, 'allowed-not', 'secret.txt'), 'SECRET')
  await symlink(join(dir, 'allowed-not', 'secret.txt'), join(dir, 'allowed', 'link.txt'))
  web = await standIn((path) =>
    path === '/lab.pdf' ? { type: 'application/pdf', body: onePagePdf('LDL 100 mg/dL') } : null,
  )
  bed = await startCompanion('reading', { READ_FOLDERS: join(dir, 'allowed') })
})
afterAll(async () => {
  await bed.close()
  await web.close()
  await rm(dir, { recursive: true })
})

const read = (uri: string) => bed.call('read_file', { uri })

describe('reading', () => {
  it('reads text, tables, PDF and Word files of an allowed folder', async () => {
    expect((await read(join(dir, 'allowed', 'note.md'))).text).toBe('# Note\n\nFerritin was 41.')
    expect((await read(join(dir, 'allowed', 'table.csv'))).text).toBe('```csv\nday,value\n2026-01-01,41\n```')
    expect((await read(pathToFileURL(join(dir, 'allowed', 'lab.pdf')).href)).text).toContain(
      '## Page 1\n\nFerritin 41 ug/L',
    )
    expect((await read(join(dir, 'allowed', 'letter.docx'))).text).toBe('Dear doctor')
  })

  it('reads a PDF of the web and a data: address', async () => {
    expect((await read(`${web.url}/lab.pdf`)).text).toContain('LDL 100 mg/dL')
    expect((await read('data:text/plain,hello')).text).toBe('hello')
  })

  it('says by name what it cannot read', async () => {
    const { isError, text } = await read(join(dir, 'allowed', 'photo.bin'))
    expect(isError).toBe(true)
    expect(text).toContain('photo.bin is of an unknown type')
  })

  // CVE-2025-53109 and CVE-2025-53110: a prefix that is not the folder, and a link that leads out of it.
  it('reads nothing outside: a sibling with the same beginning, a way up, a link, and without folders nothing', async () => {
    for (const path of [
      join(dir, 'allowed-not', 'secret.txt'),
      join(dir, 'allowed', '..', 'allowed-not', 'secret.txt'),
      join(dir, 'allowed', 'link.txt'),
      '/etc/passwd',
      'relative.txt',
    ]) {
      const { isError, text } = await read(path)
      expect(isError, path).toBe(true)
      expect(text).not.toContain('SECRET')
    }
    const none = await startCompanion('reading')
    expect((await none.call('read_file', { uri: join(dir, 'allowed', 'note.md') })).text).toContain(
      'No folder is allowed',
    )
    await none.close()
  })
})
