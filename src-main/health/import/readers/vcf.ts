/**
 * Reader of VCF 4.x, plain, gzip or bgzip: the first sample's genotypes of variants that carry an rs id. A variant
 * that the file does not list is unknown, never taken as homozygous reference.
 */
import { BuildEvidence } from '../genotype/build.ts'
import { chromosomeOf, positionOf, tellSet } from '../genotype/calls.ts'
import { lineBlocks } from '../genotype/lines.ts'
import { ImportError, type Reader } from '../reader.ts'

const NO_ALLELE = '.'

export const reader: Reader = {
  format: 'vcf',
  title: 'VCF variant file',
  isFullHistory: false,

  detect(head) {
    if (/^##fileformat=VCF/i.test(head.text.trimStart())) return 1
    return /^#CHROM\tPOS\tID\tREF\tALT/m.test(head.text) ? 0.9 : 0
  },

  async read(part, sink, context) {
    const evidence = new BuildEvidence()
    let hasHeader = false
    for await (const lines of lineBlocks(await part.open(), context.fileName)) {
      context.signal.throwIfAborted()
      for (const line of lines) {
        if (line === '') continue
        if (line.startsWith('##')) {
          evidence.header(line)
          continue
        }
        if (line.startsWith('#')) {
          hasHeader = true
          checkColumns(line, context.fileName, (text) => sink.warn(text))
          continue
        }
        const cells = line.split('\t')
        const [chrom = '', pos = '', ids = '', ref = '', alt = '', , , , format = '', sample] = cells
        if (!hasHeader || sample === undefined) {
          sink.skip('line that is not a genotype row', line.slice(0, 60))
          continue
        }
        if (ids === NO_ALLELE || ids === '') {
          sink.skip('variant without an id', `${chrom}:${pos}`)
          continue
        }
        const chromosome = chromosomeOf(chrom)
        const position = positionOf(pos)
        if (chromosome === null || position === null) {
          sink.skip('no place on the genome', `${ids} ${chrom}:${pos}`)
          continue
        }
        const genotype = vcfGenotype(format, sample, ref, alt)
        for (const id of ids.split(';')) {
          const rsid = id.trim().toLowerCase()
          if (rsid === '') continue
          evidence.variant(rsid, position)
          const wait = sink.genotype({ rsid, chromosome, position, genotype })
          if (wait !== undefined) await wait
        }
      }
    }
    tellSet('VCF', evidence, sink)
  },
}

function checkColumns(line: string, fileName: string, warn: (text: string) => void): void {
  const cells = line.split('\t')
  if (cells.length < 10) {
    throw new ImportError(
      'unrecognised',
      `${fileName} lists variants but no sample, so it holds nobody's genotypes.`,
      'Choose a VCF with a FORMAT column and a sample column.',
    )
  }
  if (cells.length > 10) warn(`The file holds ${cells.length - 9} samples; only the first, ${cells[9]}, was read.`)
}

/**
 * The alleles of a call, joined without a slash where all are single letters (`AG`), with one otherwise (`A/AGC`).
 * Null for no-calls, half calls and alleles that the row does not define.
 */
export function vcfGenotype(format: string, sample: string, ref: string, alt: string): string | null {
  const at = format.split(':').indexOf('GT')
  if (at < 0) return null
  const call = sample.split(':')[at] ?? NO_ALLELE
  const alleles = [ref, ...(alt === NO_ALLELE ? [] : alt.split(','))]
  const letters: string[] = []
  for (const index of call.split(/[/|]/)) {
    if (!/^\d+$/.test(index)) return null
    const allele = alleles[Number(index)]
    if (allele === undefined || allele === NO_ALLELE || allele === '*' || allele === '') return null
    letters.push(allele.toUpperCase())
  }
  return letters.every((allele) => allele.length === 1) ? letters.join('') : letters.join('/')
}
