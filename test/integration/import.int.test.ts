/** From a dropped path to days with the right numbers, and back. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appleExportText, type Truth } from '../fixtures/apple-export.ts'
import { type ImportBed, openImportBed } from './import-bed.ts'

const ZONE = 'Europe/Berlin'
// Several whole imports a case; a machine that does other work besides takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let bed: ImportBed
beforeAll(async () => {
  bed = await openImportBed(ZONE)
})
afterAll(() => bed.close())

const cda =
  '<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Health Data Export</title></ClinicalDocument>'

function expectDays(
  found: Record<string, number | null>,
  truth: Record<string, number>,
  tolerance: (value: number) => number,
) {
  expect(Object.keys(found)).toEqual(Object.keys(truth).sort())
  for (const [date, value] of Object.entries(truth)) {
    expect(Math.abs((found[date] ?? Number.NaN) - value), `${date}: ${found[date]} for ${value}`).toBeLessThanOrEqual(
      tolerance(value),
    )
  }
}

async function expectTruth(userId: number, truth: Truth): Promise<void> {
  expectDays(await bed.daily(userId, 'steps'), truth.steps, (value) => value * 0.001)
  expectDays(await bed.daily(userId, 'sleep_asleep'), truth.asleepMin, () => 0.02)
  expectDays(await bed.daily(userId, 'sleep_in_bed'), truth.inBedMin, () => 0.02)
  expectDays(await bed.daily(userId, 'resting_heart_rate'), truth.restingRate, () => 1e-9)
  expectDays(await bed.daily(userId, 'heart_rate'), truth.heartRateMean, () => 1e-6)
  expectDays(await bed.daily(userId, 'body_mass'), truth.massKg, () => 1e-6)
  expectDays(await bed.daily(userId, 'blood_glucose'), truth.glucoseMgDl, () => 0.01)
  const pressure = Object.entries(truth.pressure)
  expectDays(
    await bed.daily(userId, 'blood_pressure_systolic'),
    Object.fromEntries(pressure.map(([d, p]) => [d, p[0]])),
    () => 0,
  )
  expectDays(
    await bed.daily(userId, 'blood_pressure_diastolic'),
    Object.fromEntries(pressure.map(([d, p]) => [d, p[1]])),
    () => 0,
  )
}

describe('an Apple Health export', () => {
  it('answers as the truth says, every day, over a change of clocks, in a zip with a localised name', async () => {
    const { xml, truth } = appleExportText({
      days: 10,
      seed: 11,
      zone: ZONE,
      exportDate: '2025-04-03',
      units: 'metric',
      badCharacters: true,
    })
    const path = await bed.zip('exportación.zip', {
      'apple_health_export/export_cda.xml': cda,
      'apple_health_export/exportación.xml': xml,
      'apple_health_export/workout-routes/route_1.gpx': '<gpx/>',
      'apple_health_export/workout-routes/route_2.gpx': '<gpx/>',
      'apple_health_export/electrocardiograms/ecg_2025-01-01.csv': 'Name,Robin',
    })
    const [file, ...others] = await bed.files(1, path)
    expect(others).toEqual([])
    expect(file).toMatchObject({
      format: 'apple-health',
      part: 'apple_health_export/exportación.xml',
      path,
      duplicates: 0,
      skipped: 0,
      // Move, exercise and stand of each day's rings.
      read: truth.records + truth.workouts + 3 * truth.summaries,
      imported: truth.records + truth.workouts + 3 * truth.summaries,
    })
    expect(file?.warnings.join('\n')).toContain('2 workout routes are not read yet.')
    expect(file?.warnings.join('\n')).toContain('1 electrocardiogram is not read yet.')
    expect(file?.warnings.join('\n')).toContain('DTD')
    expect(file?.summary.firstDate).toBe('2025-03-24')
    expect(file?.summary.lastDate).toBe('2025-04-02')
    expect(file?.summary.sources).toContain('FoodLog')
    await expectTruth(1, truth)

    const before = await bed.counts(1)
    const [again] = await bed.files(1, path)
    expect(again).toMatchObject({ imported: 0, duplicates: file?.read, skipped: 0 })
    expect(again?.summary.absent.total).toBe(0)
    expect(await bed.counts(1)).toEqual({ ...before, files: 2 })
    await expectTruth(1, truth)
  })

  it('answers the same in American units', async () => {
    const { xml, truth } = appleExportText({ days: 4, seed: 12, zone: ZONE, units: 'us', dtd: 'good' })
    const path = join(bed.dir, 'us.xml')
    await writeFile(path, xml)
    const [file] = await bed.files(2, path)
    expect(file?.part).toBeUndefined()
    expect(file?.imported).toBe(truth.records + truth.workouts + 3 * truth.summaries)
    await expectTruth(2, truth)
  })

  it('knows the same records in other units after the person switched from pounds and miles to metric', async () => {
    const american = appleExportText({ days: 3, seed: 17, zone: ZONE, units: 'us' })
    const metric = appleExportText({ days: 3, seed: 17, zone: ZONE, units: 'metric' })
    const first = join(bed.dir, 'american.xml')
    const second = join(bed.dir, 'metric.xml')
    await writeFile(first, american.xml)
    await writeFile(second, metric.xml)
    const [a] = await bed.files(9, first)
    const distances = await bed.daily(9, 'distance_walking_running')
    const [b] = await bed.files(9, second)
    expect(b).toMatchObject({ imported: 0, duplicates: a?.read })
    expect(b?.summary.absent.total).toBe(0)
    expect(await bed.daily(9, 'distance_walking_running')).toEqual(distances)
    await expectTruth(9, american.truth)
  })

  it('adds a longer export to a shorter one, and an undo of the first leaves the second whole', async () => {
    const { xml, truth } = appleExportText({ days: 4, seed: 13, zone: ZONE })
    // An older export of the same history: what came after the second day is not in it yet.
    const shorter = xml
      .split('\n')
      .filter(
        (line) =>
          !/startDate="2025-07-1[34] |dateComponents="2025-07-1[34]"/.test(line) ||
          !/^ <(?:Record[^>]*\/>|ActivitySummary)/.test(line),
      )
      .join('\n')
    const first = join(bed.dir, 'first.xml')
    const second = join(bed.dir, 'second.xml')
    await writeFile(first, shorter)
    await writeFile(second, xml)
    const [a] = await bed.files(3, first)
    const [b] = await bed.files(3, second)
    expect(a?.imported).toBeLessThan(b?.read ?? 0)
    expect(b?.duplicates).toBe(a?.imported)
    expect(b?.summary.absent.total).toBe(0)
    await expectTruth(3, truth)
    const undone = await bed.imports.undo(3, a?.id ?? 0)
    // Everything of the first export is also in the second: nothing may go.
    expect(undone).toEqual({ removed: 0, kept: a?.imported })
    await expectTruth(3, truth)
    const rest = await bed.imports.undo(3, b?.id ?? 0)
    expect(rest.removed).toBe(b?.read)
    expect(await bed.counts(3)).toEqual({ observations: 0, daily: 0, nights: 0, genotypes: 0, files: 0 })
    expect((await bed.imports.history(3)).map((line) => line.state)).toEqual(['removed', 'removed'])
    // And it can be imported anew.
    expect((await bed.files(3, second))[0]?.imported).toBe(b?.read)
  })

  it('lists what a newer export no longer holds, and removes it only when asked', async () => {
    const { xml, truth } = appleExportText({ days: 3, seed: 14, zone: ZONE })
    const whole = join(bed.dir, 'whole.xml')
    const less = join(bed.dir, 'less.xml')
    await writeFile(whole, xml)
    // The person deleted the weights and the meter's readings on the phone.
    const kept = xml.replace(
      / <Record type="HKQuantityTypeIdentifier(?:BodyMass|BloodGlucose)"[\s\S]*?<\/Record>\n/g,
      '',
    )
    await writeFile(less, kept)
    await bed.files(4, whole)
    const gone = Object.keys(truth.massKg).length + Object.keys(truth.glucoseMgDl).length
    const [file] = await bed.files(4, less)
    expect(file).toMatchObject({ imported: 0, skipped: 0 })
    expect(file?.summary.absent.total).toBe(gone)
    expect(file?.summary.absent.indicators.map((one) => one.key).sort()).toEqual(['blood_glucose', 'body_mass'])
    await expectTruth(4, truth)
    expect(await bed.imports.removeAbsent(4, file?.id ?? 0)).toEqual({ removed: gone })
    expect(await bed.daily(4, 'body_mass')).toEqual({})
    expectDays(await bed.daily(4, 'steps'), truth.steps, (value) => value * 0.001)
    expect((await bed.imports.history(4))[0]?.absent).toBe(0)
    expect(await bed.imports.removeAbsent(4, file?.id ?? 0)).toEqual({ removed: 0 })
  })

  it('keeps absent rows that a still newer export holds again', async () => {
    const { xml, truth } = appleExportText({ days: 2, seed: 15, zone: ZONE })
    const whole = join(bed.dir, 'again.xml')
    const filtered = join(bed.dir, 'filtered.xml')
    await writeFile(whole, xml)
    await writeFile(filtered, xml.replace(/ <Record type="HKQuantityTypeIdentifierStepCount"[^>]*\/>\n/g, ''))
    await bed.files(5, whole)
    const [partial] = await bed.files(5, filtered)
    expect(partial?.summary.absent.total).toBeGreaterThan(10)
    await bed.files(5, whole)
    expect(await bed.imports.removeAbsent(5, partial?.id ?? 0)).toEqual({ removed: 0 })
    await expectTruth(5, truth)
  })
})

describe('genotypes', () => {
  const fixture = (name: string): string => new URL(`../fixtures/genotype/${name}`, import.meta.url).pathname

  it('imports once, counts a second copy as duplicates whatever its line order, and hands over on undo', async () => {
    const [file] = await bed.files(6, fixture('23andme.txt'))
    expect(file).toMatchObject({ format: '23andme', read: 10, imported: 8, skipped: 2, duplicates: 0 })
    expect(file?.summary.genotypes).toMatchObject({ vendor: '23andMe', build: null, rows: 8, called: 7 })
    const lines = (await readFile(fixture('23andme.txt'), 'utf8')).trimEnd().split('\n')
    const shuffled = join(bed.dir, 'copy.txt')
    await writeFile(shuffled, [...lines.slice(0, 15), ...lines.slice(15).reverse()].join('\r\n'))
    const [copy] = await bed.files(6, shuffled)
    expect(copy).toMatchObject({ read: 10, imported: 0, duplicates: 8, skipped: 2 })
    expect((await bed.counts(6)).genotypes).toBe(8)
    expect(await bed.imports.undo(6, file?.id ?? 0)).toEqual({ removed: 0, kept: 8 })
    expect((await bed.counts(6)).genotypes).toBe(8)
    expect(await bed.imports.undo(6, copy?.id ?? 0)).toEqual({ removed: 8, kept: 0 })
    expect((await bed.counts(6)).genotypes).toBe(0)
  })

  it('reads every genotype file of one zip, each as an entry of its own', async () => {
    const path = await bed.zip('genes.zip', {
      'a/ancestry.txt': await readFile(fixture('ancestry.txt')),
      'a/vcf.vcf': await readFile(fixture('testvcf.vcf')),
      'a/readme.txt': 'nothing of interest',
    })
    const files = await bed.files(7, path)
    expect(files.map((file) => [file.part, file.format, file.imported])).toEqual([
      ['a/vcf.vcf', 'vcf', 16],
      ['a/ancestry.txt', 'ancestrydna', 8],
    ])
    expect(files[0]?.warnings.join()).toContain('readme.txt')
  })
})

describe('sample data', () => {
  it('comes, is marked, comes only once and goes with one call, beside real data', async () => {
    const { xml, truth } = appleExportText({ days: 2, seed: 16, zone: ZONE })
    const real = join(bed.dir, 'real.xml')
    await writeFile(real, xml)
    await bed.files(8, real)
    const before = await bed.counts(8)
    for (let round = 0; round < 2; round++) {
      const { jobId } = bed.imports.addSampleData(8)
      for await (const progress of bed.imports.follow(jobId)) expect(progress.phase).not.toBe('failed')
    }
    expect(await bed.imports.hasSampleData(8)).toBe(true)
    const steps = await bed.daily(8, 'steps')
    // 400 days that end yesterday; "today" of this bed is 2025-07-15.
    expect(Object.keys(steps).length).toBe(400)
    expect(Object.keys(steps).at(-1)).toBe('2025-07-14')
    expect(Math.min(...Object.values(steps).map(Number))).toBeGreaterThan(1000)
    const sources = await bed.db.query<{ kind: string }>(
      `SELECT DISTINCT kind FROM source WHERE user_id = 8 AND name LIKE 'Sample data%'`,
    )
    expect(sources).toEqual([{ kind: 'sample' }])
    expect((await bed.imports.history(8)).filter((line) => line.state === 'done' && line.isSample).length).toBe(1)
    expect((await bed.imports.removeSampleData(8)).removed).toBeGreaterThan(20_000)
    expect(await bed.imports.hasSampleData(8)).toBe(false)
    expect(await bed.counts(8)).toEqual(before)
    await expectTruth(8, truth)
  })
})
