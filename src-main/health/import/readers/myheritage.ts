/** Reader of MyHeritage raw data: quoted CSV under `#` comments; one variant doubles every quote. */
import { callOf, looseCells, readTable, type TableFormat } from '../genotype/calls.ts'
import type { Reader } from '../reader.ts'

const format: TableFormat = {
  vendor: 'MyHeritage',
  isHeader: (line) => /^"?#/.test(line) || /^"*rsid\b/i.test(line),
  row(line) {
    const cells = looseCells(line)
    if (cells.length < 4) return null
    const [rsid = '', chromosome = '', position = '', call = ''] = cells
    return { rsid, chromosome, position, call: callOf(call) }
  },
}

export const reader: Reader = {
  format: 'myheritage',
  title: 'MyHeritage raw data',
  isFullHistory: false,

  detect(head) {
    const columns = /^"*RSID"*,"*CHROMOSOME"*,"*POSITION"*,"*RESULT"*\s*$/im.test(head.text)
    return columns && /^"?#.*MyHeritage/im.test(head.text) ? 1 : 0
  },

  read: (part, sink, context) => readTable(format, part, sink, context),
}
