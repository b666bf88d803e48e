/** Reader of AncestryDNA raw data: `rsid chromosome position allele1 allele2`; 0 is a no-call, 23–26 are X, Y, PAR, MT. */
import { callOf, readTable, type TableFormat } from '../genotype/calls.ts'
import type { Reader } from '../reader.ts'

const format: TableFormat = {
  vendor: 'AncestryDNA',
  isHeader: (line) => line.startsWith('#') || /^rsid\s/i.test(line),
  row(line) {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.length < 5) return null
    const [rsid = '', chromosome = '', position = '', first = '', second = ''] = cells
    // Half a call (one allele 0) is none.
    const call = first === '0' || second === '0' ? null : callOf(first + second)
    return { rsid, chromosome, position, call }
  },
}

export const reader: Reader = {
  format: 'ancestrydna',
  title: 'AncestryDNA raw data',
  isFullHistory: false,

  detect(head) {
    const columns = /^rsid\tchromosome\tposition\tallele1\tallele2\s*$/im.test(head.text)
    if (!columns) return 0
    return /^#\s*AncestryDNA/im.test(head.text) ? 1 : 0.7
  },

  read: (part, sink, context) => readTable(format, part, sink, context),
}
