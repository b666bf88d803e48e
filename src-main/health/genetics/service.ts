/** Genotype look-up: found, no-call and not-on-this-chip are told apart; nothing is interpreted. */

export interface GeneticQuery {
  /** As asked, any case; order kept, duplicates answered once. */
  rsids: readonly string[]
  limit: number
  includeNearby: boolean
  /** Base pairs each side. */
  nearbyRange: number
}

export interface GenotypeAnswer {
  rsid: string
  status: 'found' | 'no_call' | 'not_on_chip'
  chromosome?: string
  position?: number
  genotype?: string
  build?: string | null
  file?: string
}

export interface GeneticResult {
  success: boolean
  message: string
  results: GenotypeAnswer[]
  nearby?: {
    near: string
    rsid: string
    chromosome: string
    position: number
    genotype: string | null
    distance: number
  }[]
  set?: { vendor: string; build: string | null; rows: number; called: number; file: string; imported: string }
  error?: string
  hint?: string
}

export interface GeneticService {
  query(userId: number, query: GeneticQuery): Promise<GeneticResult>
  hasGenotypes(userId: number): Promise<boolean>
  sets(userId: number): Promise<
    {
      fileId: number
      vendor: string
      build: string | null
      rows: number
      called: number
      file: string
      imported: string
    }[]
  >
}
