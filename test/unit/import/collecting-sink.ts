/** A sink that keeps what a reader gives, for tests of readers alone. */
import type { ImportSink, Part, ReadContext, Reader } from '../../../src-main/health/import/reader.ts'
import type { RawGenotype, RawObservation } from '../../../src-main/health/types.ts'

export class CollectingSink implements ImportSink {
  readonly observations: RawObservation[] = []
  readonly genotypes: RawGenotype[] = []
  readonly skipped: Record<string, number> = {}
  readonly warnings: string[] = []
  readonly facts: Record<string, string> = {}
  set: { vendor: string; build: string | null } | null = null

  observation(record: RawObservation): void {
    this.observations.push(record)
  }
  genotype(call: RawGenotype): void {
    this.genotypes.push(call)
  }
  genotypeSet(facts: { vendor: string; build: string | null }): void {
    this.set = facts
  }
  skip(reason: string): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1
  }
  warn(text: string): void {
    this.warnings.push(text)
  }
  fact(key: string, value: string): void {
    this.facts[key] = value
  }
}

/** A part whose bytes arrive in pieces of `step` bytes. */
export function partOf(bytes: Uint8Array | string, step = 1 << 16): Part {
  const all = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes
  return {
    name: 'part',
    size: all.length,
    async open() {
      return (async function* () {
        for (let at = 0; at < all.length; at += step) yield all.subarray(at, at + step)
      })()
    },
  }
}

export function contextOf(timeZone = 'Europe/Berlin'): ReadContext {
  return { signal: new AbortController().signal, timeZone, fileName: 'file' }
}

export async function readAll(reader: Reader, bytes: Uint8Array | string, step?: number): Promise<CollectingSink> {
  const sink = new CollectingSink()
  await reader.read(partOf(bytes, step), sink, contextOf())
  return sink
}
