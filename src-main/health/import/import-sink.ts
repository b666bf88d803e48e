/** The sink of one part: counts, reasons and warnings here, records to the writers. */

import type { RawGenotype, RawObservation } from '../types.ts'
import type { GenotypeWriter } from './genotype-writer.ts'
import type { ObservationWriter } from './observation-writer.ts'
import type { ImportSink } from './reader.ts'

const MAX_WARNINGS = 50
const MAX_EXAMPLE = 120

export interface SkipCount {
  reason: string
  count: number
  example?: string
}

export class PartSink implements ImportSink {
  observations = 0
  skipped = 0
  genotypes: GenotypeWriter | null = null
  genotypeFacts: { vendor: string; build: string | null } | null = null
  readonly facts: Record<string, string> = {}
  readonly warnings: string[] = []
  readonly #reasons = new Map<string, SkipCount>()
  readonly #writer: ObservationWriter
  readonly #makeGenotypes: () => Promise<GenotypeWriter>

  constructor(writer: ObservationWriter, makeGenotypes: () => Promise<GenotypeWriter>) {
    this.#writer = writer
    this.#makeGenotypes = makeGenotypes
  }

  get records(): number {
    return this.observations + this.skipped
  }

  get skippedReasons(): SkipCount[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count)
  }

  observation(record: RawObservation): void | Promise<void> {
    this.observations++
    return this.#writer.add(record)
  }

  genotype(call: RawGenotype): void | Promise<void> {
    const writer = this.genotypes
    if (writer === null) return this.#firstGenotype(call)
    if (!writer.add(call)) return this.skip('variant listed twice', call.rsid)
    this.observations++
    if (writer.isFull) return writer.flush()
  }

  async #firstGenotype(call: RawGenotype): Promise<void> {
    this.genotypes = await this.#makeGenotypes()
    await this.genotype(call)
  }

  genotypeSet(facts: { vendor: string; build: string | null }): void {
    this.genotypeFacts = facts
  }

  skip(reason: string, example?: string): void {
    this.skipped++
    const known = this.#reasons.get(reason)
    if (known !== undefined) known.count++
    else this.#reasons.set(reason, { reason, count: 1, ...(example ? { example: example.slice(0, MAX_EXAMPLE) } : {}) })
  }

  warn(text: string): void {
    if (this.warnings.length < MAX_WARNINGS && !this.warnings.includes(text)) this.warnings.push(text)
  }

  fact(key: string, value: string): void {
    this.facts[key] = value
  }
}
