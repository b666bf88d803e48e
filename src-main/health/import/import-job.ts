/** One import from path to published data, as it runs in the worker thread. */
import { createHash, type Hash } from 'node:crypto'
import type { SqlDatabase } from '../../db/database.ts'
import { publishDerived, stageDerived } from '../merge/derive.ts'
import { dateOfDay } from '../merge/local-date.ts'
import { earlierFiles, listAbsent } from './absence.ts'
import { openPath } from './archive.ts'
import { checkFreeDisk } from './archive-guard.ts'
import { Dictionaries } from './dictionaries.ts'
import { FingerprintSet } from './fingerprint-set.ts'
import { GenotypeWriter } from './genotype-writer.ts'
import { beginFile, completeFile, discardUnfinished } from './import-files.ts'
import { PartSink } from './import-sink.ts'
import type { JobProgress } from './job-messages.ts'
import { type IndicatorCount, ObservationWriter, touchedDates } from './observation-writer.ts'
import { chooseParts } from './parts.ts'
import { ImportError, type Part, type Reader } from './reader.ts'
import type { ImportedFile, ImportSummary } from './summary.ts'

export interface JobContext {
  readonly db: SqlDatabase
  readonly jobId: string
  readonly userId: number
  readonly timeZone: string
  readonly dataDir: string
  readonly now: () => Date
  readonly signal: AbortSignal
  report(progress: Partial<JobProgress>): void
}

/** Reads everything that is recognised at a path. Each part becomes visible as a whole when it is done. */
export async function importPath(
  context: JobContext,
  path: string,
  readers: readonly Reader[],
): Promise<ImportedFile[]> {
  context.report({ phase: 'opening' })
  const opened = await openPath(path)
  try {
    const { chosen, left } = await chooseParts(opened, readers, context.signal)
    await checkFreeDisk(
      context.dataDir,
      // Text in a gzip grows about tenfold.
      chosen.reduce((sum, { part }) => sum + (part.size ?? 10 * opened.size), 0),
    )
    const files: ImportedFile[] = []
    const failures: string[] = []
    for (const { part, reader } of chosen) {
      try {
        const partName = opened.kind === 'file' ? null : part.name
        files.push(await importPart(context, reader, part, { path, name: opened.name, partName, isSample: false }))
      } catch (error) {
        if (context.signal.aborted || chosen.length === 1 || !(error instanceof ImportError)) throw error
        if (files.length === 0 && failures.length === chosen.length - 1) throw error
        await discardUnfinished(context.db, context.jobId)
        failures.push(`${part.name} could not be read: ${error.message}`)
      }
    }
    const main = files[0]
    if (main !== undefined && left.length + failures.length > 0) {
      await addWarnings(context, main, [...failures, ...left])
    }
    return files
  } finally {
    await opened.close()
  }
}

export interface PartLabel {
  readonly path: string
  readonly name: string
  /** Null when the path is the file itself. */
  readonly partName: string | null
  readonly isSample: boolean
}

export async function importPart(
  context: JobContext,
  reader: Reader,
  part: Part,
  label: PartLabel,
): Promise<ImportedFile> {
  const { db, userId, signal } = context
  const started = performance.now()
  const dictionaries = await Dictionaries.load(db, userId)
  const earlier = reader.isFullHistory ? await earlierFiles(db, userId, reader.format) : []
  const fileId = await beginFile(db, {
    userId,
    jobId: context.jobId,
    name: label.name,
    part: label.partName,
    format: reader.format,
    sizeBytes: part.size ?? 0,
    isSample: label.isSample,
    now: context.now(),
  })
  const hits = earlier.length > 0 ? new FingerprintSet(1 << 16) : null
  const warnings: string[] = []
  const writer = new ObservationWriter({
    db,
    dictionaries,
    userId,
    fileId,
    timeZone: context.timeZone,
    percentIsFraction: reader.percentIsFraction === true,
    hits,
    signal,
    warn: (text) => warnings.push(text),
  })
  const sink = new PartSink(writer, () =>
    GenotypeWriter.create({ db, userId, fileId, format: reader.format, now: context.now(), signal }),
  )
  const source = new CountedPart(part, (bytesRead) => context.report({ bytesRead, records: sink.records }))
  context.report({ phase: 'reading', title: reader.title, part: label.partName, bytesTotal: part.size, bytesRead: 0 })
  let counts: Map<number, IndicatorCount>
  try {
    await reader.read(source, sink, { signal, timeZone: context.timeZone, fileName: label.partName ?? label.name })
    signal.throwIfAborted()
    context.report({ phase: 'finishing', bytesRead: source.bytes, records: sink.records })
    counts = await writer.finish()
  } finally {
    await writer.settle()
  }
  const genotypes = await finishGenotypes(sink)
  for (const text of warnings) sink.warn(text)
  const absent =
    hits === null ? { total: 0, indicators: [] } : await listAbsent(db, { userId, fileId, earlier, hits, signal })
  const observed = [...counts.values()]
  const imported = sum(observed, 'imported') + (genotypes?.isDuplicate === false ? genotypes.rows : 0)
  const duplicates = sum(observed, 'duplicates') + (genotypes?.isDuplicate === true ? genotypes.rows : 0)
  if (imported + duplicates === 0) {
    throw new ImportError(
      'empty',
      `${label.name} is a ${reader.title} without any record that can be kept.`,
      sink.skippedReasons[0] ? `Most often: ${sink.skippedReasons[0].reason}.` : 'Export it again from its source.',
    )
  }
  const summary: ImportSummary = {
    ...summarise(observed, dictionaries),
    title: reader.title,
    skippedReasons: sink.skippedReasons,
    warnings: sink.warnings,
    facts: sink.facts,
    sources: writer.sources,
    absent,
    ...(genotypes === null ? {} : { genotypes: genotypes.summary }),
    durationMs: Math.round(performance.now() - started),
  }
  const file: ImportedFile = {
    id: fileId,
    path: label.path,
    ...(label.partName === null ? {} : { part: label.partName }),
    format: reader.format,
    read: sink.records,
    imported,
    duplicates,
    skipped: sink.skipped,
    warnings: sink.warnings,
    summary,
  }
  await publish(context, file, source.sha256(), observed)
  return file
}

/** Derives the touched days aside, then makes file and days visible in one short transaction. */
async function publish(
  context: JobContext,
  file: ImportedFile,
  sha256: string,
  counts: readonly IndicatorCount[],
): Promise<void> {
  const { db, userId, signal } = context
  const touched = touchedDates(counts)
  if (touched.length > 0) await stageDerived(db, { userId, touched, includeFileId: file.id, signal })
  signal.throwIfAborted()
  await db.transaction(async (tx) => {
    if (touched.length > 0) await publishDerived(tx, { userId, touched })
    await completeFile(tx, userId, file.id, sha256, file, file.summary, context.now())
  })
}

async function finishGenotypes(sink: PartSink) {
  if (sink.genotypes === null) return null
  const facts = sink.genotypeFacts ?? { vendor: '', build: null }
  const outcome = await sink.genotypes.finish(facts)
  return { ...outcome, summary: { ...facts, rows: outcome.rows, called: outcome.called, calls: outcome.calls } }
}

function summarise(
  counts: readonly IndicatorCount[],
  dictionaries: Dictionaries,
): Pick<ImportSummary, 'firstDate' | 'lastDate' | 'indicators'> {
  const indicators = counts
    .map((count) => ({
      key: count.key,
      name: dictionaries.known(count.key)?.name ?? count.key,
      imported: count.imported,
      duplicates: count.duplicates,
      firstDate: dateOfDay(count.firstDay),
      lastDate: dateOfDay(count.lastDay),
    }))
    .sort((a, b) => b.imported + b.duplicates - (a.imported + a.duplicates))
  const firstDay = Math.min(...counts.map((count) => count.firstDay))
  const lastDay = Math.max(...counts.map((count) => count.lastDay))
  return {
    firstDate: Number.isFinite(firstDay) ? dateOfDay(firstDay) : null,
    lastDate: Number.isFinite(lastDay) ? dateOfDay(lastDay) : null,
    indicators,
  }
}

async function addWarnings(context: JobContext, file: ImportedFile, warnings: readonly string[]): Promise<void> {
  for (const text of warnings) if (!file.summary.warnings.includes(text)) file.summary.warnings.push(text)
  file.warnings = file.summary.warnings
  await context.db.query('UPDATE import_file SET summary = $3 WHERE user_id = $1 AND id = $2', [
    context.userId,
    file.id,
    JSON.stringify(file.summary),
  ])
}

function sum(counts: readonly IndicatorCount[], what: 'imported' | 'duplicates'): number {
  return counts.reduce((total, count) => total + count[what], 0)
}

/** Counts and hashes what a reader reads. */
class CountedPart implements Part {
  readonly name: string
  readonly size: number | null
  bytes = 0
  readonly #part: Part
  readonly #onBytes: (bytes: number) => void
  #hash: Hash = createHash('sha256')

  constructor(part: Part, onBytes: (bytes: number) => void) {
    this.name = part.name
    this.size = part.size
    this.#part = part
    this.#onBytes = onBytes
  }

  async open(): Promise<AsyncIterable<Uint8Array>> {
    this.bytes = 0
    this.#hash = createHash('sha256')
    return this.#counted(await this.#part.open())
  }

  sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  async *#counted(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length
      this.#hash.update(chunk)
      this.#onBytes(this.bytes)
      yield chunk
    }
  }
}
