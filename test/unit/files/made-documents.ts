/** Documents made for tests: the smallest that the real programs open. */
import { ZipFile } from 'yazl'

export async function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(Buffer.from(part))
  return Uint8Array.from(Buffer.concat(parts))
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const rootOf = (target: string) =>
  `${head}<Relationships xmlns="${relationships}"><Relationship Id="r1" Type="${office}/officeDocument" Target="${target}"/></Relationships>`

/** A Word document with this body (`w:p` and `w:tbl` elements). */
export const wordDocument = (body: string, more: Readonly<Record<string, string | Uint8Array>> = {}) =>
  zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': rootOf('word/document.xml'),
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...more,
  })
export const wordParagraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const wordCell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`
export const wordTable = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map(wordCell).join('')}</w:tr>`).join('')}</w:tbl>`

/** A workbook: the rows of each sheet as `c` elements. */
export async function workbook(sheets: Readonly<Record<string, readonly string[]>>): Promise<Uint8Array> {
  const names = Object.keys(sheets)
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': rootOf('xl/workbook.xml'),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relationships}">${names.map((_, at) => `<Relationship Id="s${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="st" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    // Style 1 is a date.
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells}</row>`).join('')}</sheetData></worksheet>`,
      ]),
    ),
  })
}
export const textCell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
export const numberCell = (at: string, value: number, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`

const slide = (lines: readonly string[]) =>
  `${head}<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sld>`

export const presentation = (slides: readonly (readonly string[])[], notes?: string) =>
  zipOf({
    'ppt/presentation.xml': `${head}<p:presentation xmlns:p="x"/>`,
    ...Object.fromEntries(slides.map((lines, at) => [`ppt/slides/slide${at + 1}.xml`, slide(lines)])),
    ...(notes === undefined ? {} : { 'ppt/notesSlides/notesSlide1.xml': slide([notes]) }),
  })

/** Pages of one line each; `[]` is a page without text. */
export function pdfDocument(pages: readonly string[], title?: string): Uint8Array {
  const objects: string[] = []
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  objects.push('<</Type/Catalog/Pages 2 0 R>>')
  objects.push(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
  objects.push('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  for (const [at, line] of pages.entries()) {
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
    )
    const stream = line === '' ? '' : `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
    objects.push(`<</Length ${stream.length}>>\nstream\n${stream}\nendstream`)
  }
  let text = '%PDF-1.4\n'
  const offsets: number[] = []
  if (title !== undefined) objects.push(`<</Title(${title})>>`)
  for (const [at, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`
  const info = title === undefined ? '' : `/Info ${objects.length} 0 R`
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R${info}>>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(Buffer.from(text, 'latin1'))
}
