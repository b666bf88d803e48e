/** Reader of Family Tree DNA raw data: quoted CSV `RSID,CHROMOSOME,POSITION,RESULT` without comments. */
import { callOf, looseCells, readTable, type TableFormat } from '../genotype/calls.ts'
import type { Reader } from '../reader.ts'

const format: TableFormat = {
  vendor: 'Family Tree DNA',
  // Joined files repeat the header in the middle.
  isHeader: (line) => line.startsWith('#') || /^"*rsid\b/i.test(line),
  row(line) {
    const cells = looseCells(line)
    if (cells.length < 4) return null
    const [rsid = '', chromosome = '', position = '', call = ''] = cells
    return { rsid, chromosome, position, call: callOf(call) }
  },
}

export const reader: Reader = {
  format: 'ftdna',
  title: 'Family Tree DNA raw data',
  isFullHistory: false,

  detect(head) {
    // MyHeritage has the same columns under its own comments and is surer of them.
    return /^"*RSID"*,"*CHROMOSOME"*,"*POSITION"*,"*RESULT"*\s*$/im.test(head.text) ? 0.8 : 0
  },

  read: (part, sink, context) => readTable(format, part, sink, context),
}
