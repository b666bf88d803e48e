/** What the genotype formats have in common: chromosomes, calls, and the reading of a table line by line. */
import type { ImportSink, Part, ReadContext } from '../reader.ts'
import { BuildEvidence } from './build.ts'
import { lineBlocks } from './lines.ts'

const NUMBERED: Readonly<Record<string, string>> = { '23': 'X', '24': 'Y', '25': 'X', '26': 'MT' }

/** '1'…'22', 'X', 'Y', 'MT' of what vendors write (`chr1`, `23`, `XY`, `M`); null when it is no chromosome. */
export function chromosomeOf(text: string): string | null {
  const name = text.replace(/^chr/i, '').toUpperCase()
  if (/^(?:[1-9]|1\d|2[0-2])$/.test(name)) return name
  if (name === 'X' || name === 'Y' || name === 'MT') return name
  if (name === 'M') return 'MT'
  // The pseudo-autosomal region, placed on X as the vendors' positions are.
  if (name === 'XY' || name === 'PAR') return 'X'
  return NUMBERED[name] ?? null
}

/** Base pairs from the start, from 1; null when it is no position. */
export function positionOf(text: string): number | null {
  if (!/^\d{1,9}$/.test(text)) return null
  const position = Number(text)
  return position > 0 && position < 2 ** 31 ? position : null
}

/** Letters as written, in upper case; null for a no-call (`--`, `-`, `00`, `0`, `NC`, `??`). Half a call is none. */
export function callOf(text: string): string | null {
  const call = text.trim().toUpperCase()
  if (call === '' || /[^ACGTDI]/.test(call)) return null
  return call.length <= 2 ? call : null
}

export interface Row {
  readonly rsid: string
  readonly chromosome: string
  readonly position: string
  readonly call: string | null
}

export interface TableFormat {
  readonly vendor: string
  /** Comment or header lines are offered here first; true = not a data row. */
  isHeader(line: string): boolean
  /** Null when the line is not a row of this format. */
  row(line: string): Row | null
}

/**
 * Reads one line a call. Rows without a place on the genome and rows that do not parse are counted, never guessed.
 */
export async function readTable(
  format: TableFormat,
  part: Part,
  sink: ImportSink,
  context: ReadContext,
): Promise<void> {
  const evidence = new BuildEvidence()
  for await (const lines of lineBlocks(await part.open(), context.fileName)) {
    context.signal.throwIfAborted()
    for (const line of lines) {
      if (line === '') continue
      if (format.isHeader(line)) {
        evidence.header(line)
        continue
      }
      const row = format.row(line)
      if (row === null || row.rsid === '') {
        sink.skip('line that is not a genotype row', line.slice(0, 60))
        continue
      }
      const chromosome = chromosomeOf(row.chromosome)
      const position = positionOf(row.position)
      if (chromosome === null || position === null) {
        sink.skip('no place on the genome', `${row.rsid} ${row.chromosome}:${row.position}`)
        continue
      }
      const rsid = row.rsid.toLowerCase()
      evidence.variant(rsid, position)
      const wait = sink.genotype({ rsid, chromosome, position, genotype: row.call })
      if (wait !== undefined) await wait
    }
  }
  tellSet(format.vendor, evidence, sink)
}

export function tellSet(vendor: string, evidence: BuildEvidence, sink: ImportSink): void {
  const { build, contradictsHeader } = evidence.verdict()
  if (contradictsHeader !== null) {
    sink.warn(`The header says ${contradictsHeader}, but the positions are of ${build}; the positions were believed.`)
  }
  if (build === null) sink.warn('The file does not tell which reference genome its positions are of.')
  sink.genotypeSet({ vendor, build })
}

/** Cells of a CSV line, with whatever quoting the vendors produce, doubled quotes (`"rs1"",""1"""`) included. */
export function looseCells(line: string): string[] {
  return line.split(',').map((cell) => cell.replaceAll('"', '').trim())
}
