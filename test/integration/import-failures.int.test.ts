/** What cannot be read, is cancelled or is interrupted leaves nothing. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appleExportText } from '../fixtures/apple-export.ts'
import { type ImportBed, openImportBed } from './import-bed.ts'

// Several whole imports a case; a machine that does other work besides takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let bed: ImportBed
beforeAll(async () => {
  bed = await openImportBed('Europe/Berlin')
})
afterAll(() => bed.close())

const nothing = { observations: 0, daily: 0, nights: 0, genotypes: 0, files: 0 }
const small = appleExportText({ days: 2, seed: 21, zone: 'Europe/Berlin' })

/** Good records first: what was read before the fault must not stay either. */
const withHugeAttribute = small.xml.replace(
  '</HealthData>',
  `<Record type="x" sourceName="${'x'.repeat(10 << 20)}"/></HealthData>`,
)
const withEntity = small.xml.replace(
  /^<\?xml[^>]*\?>\s*(?:<!DOCTYPE[\s\S]*?\]>)?/,
  '<?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n',
)

describe('files that cannot be read', () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3000, 9)])
  const cases: [string, () => Promise<string>, string, string][] = [
    ['a missing file', async () => join(bed.dir, 'nowhere.zip'), 'not-found', 'nowhere.zip'],
    ['an empty file', () => file('empty.xml', ''), 'empty', '0 bytes'],
    ['a photo named export.zip', () => file('export.zip', jpeg), 'damaged-archive', 'JPEG'],
    ['a photo', () => file('photo.jpg', jpeg), 'unrecognised', 'JPEG'],
    ['a truncated zip', truncated, 'damaged-archive', 'cut off'],
    ['a zip with only the clinical double', onlyCda, 'unrecognised', 'holds no health file'],
    ['an export without records', () => file('none.xml', '<HealthData>\n</HealthData>'), 'empty', 'without any record'],
    ['an entity', () => file('xxe.xml', withEntity), 'unsafe-file', 'entities'],
    ['a 10 MB attribute among good records', () => file('attribute.xml', withHugeAttribute), 'unsafe-file', '1 MiB'],
    ['a folder of other things', otherFolder, 'unrecognised', 'holds no health file'],
    ['a bomb', bomb, 'unsafe-archive', 'times its size'],
  ]
  it.each(cases)('%s', async (_what, make, code, words) => {
    const end = await bed.run(1, await make())
    expect(end.phase).toBe('failed')
    expect(end.error?.code).toBe(code)
    expect(end.error?.message).toContain(words)
    expect(end.error?.hint.length).toBeGreaterThan(10)
    expect(await bed.counts(1)).toEqual(nothing)
  })

  async function file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(bed.dir, name)
    await writeFile(path, content)
    return path
  }
  async function truncated(): Promise<string> {
    const { readFile } = await import('node:fs/promises')
    const whole = await readFile(await bed.zip('whole.zip', { 'apple_health_export/export.xml': small.xml }))
    return file('cut.zip', whole.subarray(0, whole.length - 2000))
  }
  function onlyCda(): Promise<string> {
    return bed.zip('cda.zip', { 'export_cda.xml': '<?xml version="1.0"?><ClinicalDocument/>' })
  }
  async function otherFolder(): Promise<string> {
    await mkdir(join(bed.dir, 'other'), { recursive: true })
    await writeFile(join(bed.dir, 'other', 'notes.txt'), 'hello')
    return join(bed.dir, 'other')
  }
  /** 57 MB in 60 kB, more than the 52 MB that anything may grow to: the head looks right, the rest is air. */
  function bomb(): Promise<string> {
    const head = small.xml.slice(0, small.xml.indexOf('<Record'))
    const body = `<!--${' '.repeat(993)}-->`.repeat(57_000)
    return file('bomb.xml.gz', gzipSync(head + body, { level: 9 }))
  }
})

describe('cancel and crash', () => {
  it('a zip whose content breaks half way leaves nothing of the first half', async () => {
    const { readFile } = await import('node:fs/promises')
    const whole = await readFile(await bed.zip('half.zip', { 'apple_health_export/export.xml': small.xml }))
    // One byte in the middle of the compressed data.
    const at = Math.floor(whole.length / 2)
    whole.writeUInt8((whole.readUInt8(at) + 1) & 255, at)
    const path = join(bed.dir, 'half.zip')
    await writeFile(path, whole)
    const end = await bed.run(2, path)
    expect(end.error?.code).toBe('damaged-archive')
    expect(await bed.counts(2)).toEqual(nothing)
  })

  it('a cancelled import leaves nothing, at whatever moment, and the next one runs', async () => {
    const path = join(bed.dir, 'cancel.xml')
    // 57,000 records: more than two batches of 20,000, so that rows are there to take away and time is left for it.
    await writeFile(path, appleExportText({ days: 30, seed: 22, zone: 'Europe/Berlin' }).xml)
    for (const phase of ['waiting', 'opening', 'reading', 'finishing'] as const) {
      const { jobId } = bed.imports.start(3, path)
      for await (const progress of bed.imports.follow(jobId)) {
        if (progress.phase !== phase || (phase === 'reading' && progress.records < 25_000)) continue
        await bed.imports.cancel(jobId)
        break
      }
      const end = bed.imports.jobs(3)[0]
      expect(end?.phase, phase).toBe('cancelled')
      const visible = await bed.db.query('SELECT 1 FROM visible_observation WHERE user_id = 3 LIMIT 1')
      expect(visible, phase).toEqual([])
      await expect.poll(() => bed.counts(3), { timeout: 60_000, message: phase }).toEqual(nothing)
      expect(await bed.imports.cancel(jobId)).toBe(false)
    }
    await writeFile(path, small.xml)
    const [file] = await bed.files(3, path)
    const { records, workouts, summaries } = small.truth
    expect(file?.imported).toBe(records + workouts + 3 * summaries)
  })

  it('takes away at start what a crash left, and nothing else', async () => {
    const path = join(bed.dir, 'kept.xml')
    await writeFile(path, small.xml)
    await bed.files(4, path)
    const before = await bed.counts(4)
    // As a process that died in the middle leaves it: a file in 'loading' with rows.
    const [file] = await bed.db.query<{ id: number }>(
      `INSERT INTO import_file (user_id, job_id, name, format, size_bytes, state, is_sample, read, imported, duplicates,
                                skipped, absent, summary, started_at)
       VALUES (4, gen_random_uuid(), 'dead.xml', 'apple-health', 1, 'loading', false, 0, 0, 0, 0, 0, '{}', now()) RETURNING id`,
    )
    await bed.db.query(
      `INSERT INTO observation (user_id, indicator_id, start_at, fingerprint, end_at, local_date, zone_id, source_id, file_id, value)
       SELECT user_id, indicator_id, start_at + interval '1 year', fingerprint, end_at + interval '1 year', local_date, zone_id, source_id, $1, value
         FROM observation WHERE user_id = 4 LIMIT 500`,
      [file?.id],
    )
    // And a file whose removal was interrupted: it stays as it was.
    await bed.db.query(`UPDATE import_file SET state = 'loading' WHERE user_id = 4 AND finished_at IS NOT NULL`)
    await bed.imports.recover()
    expect(await bed.counts(4)).toEqual(before)
    expect((await bed.imports.history(4)).map((line) => line.state)).toEqual(['done'])
  })

  it('keeps the main thread free and tells about ten times a second', async () => {
    const path = join(bed.dir, 'progress.xml')
    await writeFile(path, appleExportText({ days: 8, seed: 23, zone: 'Europe/Berlin' }).xml)
    const { jobId } = bed.imports.start(5, path)
    const seen: { at: number; bytes: number; phase: string }[] = []
    for await (const progress of bed.imports.follow(jobId)) {
      seen.push({ at: performance.now(), bytes: progress.bytesRead, phase: progress.phase })
    }
    expect(seen.at(-1)?.phase).toBe('done')
    const seconds = ((seen.at(-1)?.at ?? 0) - (seen[0]?.at ?? 0)) / 1000
    expect(seen.length).toBeLessThan(12 * seconds + 8)
    expect(seen.map((one) => one.bytes)).toEqual(seen.map((one) => one.bytes).sort((a, b) => a - b))
  })

  it('a follower that goes away does not end the job', async () => {
    const path = join(bed.dir, 'follow.xml')
    await writeFile(path, small.xml)
    const { jobId } = bed.imports.start(6, path)
    const gone = new AbortController()
    for await (const progress of bed.imports.follow(jobId, gone.signal)) {
      gone.abort()
      expect(progress.jobId).toBe(jobId)
    }
    for await (const progress of bed.imports.follow(jobId)) expect(progress.error).toBeUndefined()
    expect((await bed.counts(6)).observations).toBeGreaterThan(1000)
  })
})
