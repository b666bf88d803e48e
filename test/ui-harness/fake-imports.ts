/** Imports of the made-up hub: one that runs, one that ended, one that failed. */
import type { ImportedFileView, ImportHistoryEntry, ImportProgressView } from '../../src-main/api/contract/imports.ts'

export const importedFile: ImportedFileView = {
  id: 1,
  path: '/home/ada/Downloads/export.zip',
  format: 'apple-health',
  read: 1_862_842,
  imported: 1_862_018,
  duplicates: 412,
  skipped: 412,
  warnings: ['12 records carry a unit that is not known. They are kept as a series of their own.'],
  summary: {
    title: 'Apple Health export',
    skippedReasons: [
      { reason: 'a value that is not a number', count: 400, example: 'HKQuantityTypeIdentifierHeartRate value="--"' },
      { reason: 'an end before its start', count: 12 },
    ],
    warnings: [],
    facts: { 'Export date': '2026-11-28', Locale: 'en_GB' },
    firstDate: '2019-03-02',
    lastDate: '2026-11-28',
    indicators: [
      ['heart_rate', 'Heart rate', 812_442],
      ['active_energy', 'Active energy', 401_220],
      ['steps', 'Steps', 222_310],
      ['distance_walking_running', 'Walking and running distance', 201_800],
      ['oxygen_saturation', 'Oxygen saturation', 64_101],
      ['sleep_asleep', 'Sleep', 21_400],
      ['resting_heart_rate', 'Resting heart rate', 2_610],
      ['body_mass', 'Weight', 690],
    ].map(([key, name, imported]) => ({
      key: String(key),
      name: String(name),
      imported: Number(imported),
      duplicates: 0,
      firstDate: '2019-03-02',
      lastDate: '2026-11-28',
    })),
    sources: ['Apple Watch', 'iPhone', 'Withings'],
    absent: {
      total: 32,
      indicators: [
        { key: 'body_mass', name: 'Weight', count: 30, firstDate: '2021-01-02', lastDate: '2021-02-11' },
        { key: 'steps', name: 'Steps', count: 2, firstDate: '2022-05-01', lastDate: '2022-05-01' },
      ],
    },
    durationMs: 41_200,
  },
}

const dna: ImportedFileView = {
  id: 2,
  path: '/home/ada/Downloads/genome.txt',
  format: '23andme',
  read: 631_955,
  imported: 631_955,
  duplicates: 0,
  skipped: 0,
  warnings: [],
  summary: {
    ...importedFile.summary,
    title: '23andMe raw data',
    skippedReasons: [],
    firstDate: null,
    lastDate: null,
    indicators: [],
    sources: [],
    absent: { total: 0, indicators: [] },
    genotypes: { vendor: '23andMe', build: 'GRCh37', rows: 631_955, called: 618_540 },
    durationMs: 2_310,
  },
}

const blank = { title: null, part: null, records: 0, startedAt: '2026-11-28T09:00:00.000Z' }

export const endedJobs: ImportProgressView[] = [
  {
    ...blank,
    jobId: 'j-done',
    path: importedFile.path,
    phase: 'done',
    title: 'Apple Health export',
    part: 'apple_health_export/export.xml',
    bytesRead: 1_204_000_000,
    bytesTotal: 1_204_000_000,
    records: 1_862_842,
    files: [importedFile],
  },
  {
    ...blank,
    jobId: 'j-failed',
    path: '/home/ada/Pictures/export.zip',
    phase: 'failed',
    bytesRead: 0,
    bytesTotal: 4_100_000,
    error: {
      code: 'unrecognised',
      message: '“export.zip” is a picture (JPEG), not an export.',
      hint: 'On the iPhone, choose Health, your picture, Export All Health Data, and drop that zip file here.',
    },
  },
]

export const history: ImportHistoryEntry[] = [importedFile, dna].map((file) => ({
  id: file.id,
  name: file.path.split('/').at(-1) ?? '',
  part: null,
  format: file.format,
  state: 'done',
  isSample: false,
  sizeBytes: file.id === 1 ? 88_400_000 : 16_200_000,
  read: file.read,
  imported: file.imported,
  duplicates: file.duplicates,
  skipped: file.skipped,
  absent: file.summary.absent.total,
  startedAt: '2026-11-28T08:58:00.000Z',
  finishedAt: '2026-11-28T08:58:41.000Z',
  summary: file.summary,
}))

const cancelled = new Set<string>()
export function cancelJob(jobId: string): void {
  cancelled.add(jobId)
}

/** Twelve seconds of reading a gigabyte, or a still picture of the middle of it. */
export async function* runJob(jobId: string, path: string, isStill: boolean): AsyncGenerator<ImportProgressView> {
  const total = 1_204_000_000
  const startedAt = new Date(Date.now() - (isStill ? 21_000 : 0)).toISOString()
  const common = {
    jobId,
    path,
    title: 'Apple Health export',
    part: 'apple_health_export/export.xml',
    startedAt,
    bytesTotal: total,
  }
  for (let step = isStill ? 46 : 0; step <= 100; step++) {
    if (cancelled.has(jobId)) {
      yield { ...common, phase: 'cancelled', bytesRead: 0, records: 0 }
      return
    }
    yield { ...common, phase: 'reading', bytesRead: (total * step) / 100, records: Math.round(18_628.42 * step) }
    await new Promise((resolve) => setTimeout(resolve, isStill ? 1e8 : 120))
  }
  yield { ...common, phase: 'finishing', bytesRead: total, records: 1_862_842 }
  await new Promise((resolve) => setTimeout(resolve, 900))
  yield { ...common, phase: 'done', bytesRead: total, records: 1_862_842, files: [importedFile] }
}
