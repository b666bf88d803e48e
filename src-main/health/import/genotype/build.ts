/**
 * Which reference genome the positions of a file are of. Headers are often wrong or missing (apriha/snps#188), so
 * well-known variants decide: their positions differ between the builds (values from dbSNP).
 */

export type Build = 'NCBI36' | 'GRCh37' | 'GRCh38'

const BUILDS: readonly Build[] = ['NCBI36', 'GRCh37', 'GRCh38']

const KNOWN: Readonly<Record<string, readonly [number, number, number]>> = {
  rs3094315: [742_429, 752_566, 817_186],
  rs11928389: [50_908_372, 50_927_009, 50_889_578],
  rs2500347: [143_649_677, 144_938_320, 148_946_169],
  rs964481: [27_566_744, 27_656_823, 27_638_706],
  rs2341354: [908_436, 918_573, 983_193],
  rs3850290: [22_315_141, 23_245_301, 22_776_092],
  rs1329546: [135_302_086, 135_474_420, 136_392_261],
}

/** Length of chromosome 1, as `##contig` lines of VCF files tell it. */
const CHROMOSOME_1: Readonly<Record<string, Build>> = {
  '247249719': 'NCBI36',
  '249250621': 'GRCh37',
  '248956422': 'GRCh38',
}

/** Collects evidence while a file is read. */
export class BuildEvidence {
  readonly #votes: Record<Build, number> = { NCBI36: 0, GRCh37: 0, GRCh38: 0 }
  #header: Build | null = null

  variant(rsid: string, position: number): void {
    const positions = KNOWN[rsid]
    if (positions === undefined) return
    const build = BUILDS[positions.indexOf(position)]
    if (build !== undefined) this.#votes[build]++
  }

  /** A comment or header line. */
  header(line: string): void {
    const contig = /^##contig=<ID=(?:chr)?1,.*?length=(\d+)/.exec(line)?.[1]
    const told =
      (contig === undefined ? undefined : CHROMOSOME_1[contig]) ??
      (/\b(?:build\s*36|NCBI36|hg18)\b/i.test(line)
        ? 'NCBI36'
        : /\b(?:build\s*37(?:\.\d+)?|GRCh37|hg19|b37|hs37d5)\b/i.test(line)
          ? 'GRCh37'
          : /\b(?:build\s*38|GRCh38|hg38)\b/i.test(line)
            ? 'GRCh38'
            : undefined)
    if (told !== undefined) this.#header ??= told
  }

  /** What the data say, else what the header says, else null. */
  verdict(): { build: Build | null; contradictsHeader: Build | null } {
    let best: Build | null = null
    for (const build of BUILDS) {
      if (this.#votes[build] > 0 && (best === null || this.#votes[build] > this.#votes[best])) best = build
    }
    const contradictsHeader = best !== null && this.#header !== null && best !== this.#header ? this.#header : null
    return { build: best ?? this.#header, contradictsHeader }
  }
}
