/** The scanner and the real parser must tell the same story, whatever the file looks like. */
import { describe, expect, it } from 'vitest'
import { parseExport } from '../../../src-main/health/import/apple/element-parser.ts'
import { AppleRecords } from '../../../src-main/health/import/apple/records.ts'
import { scanExport } from '../../../src-main/health/import/apple/scanner.ts'
import { AttributeTexts } from '../../../src-main/health/import/apple/text.ts'
import { appleExportText } from '../../fixtures/apple-export.ts'
import { CollectingSink, contextOf, partOf } from './collecting-sink.ts'

async function scanned(xml: string | Uint8Array, step?: number): Promise<CollectingSink> {
  const sink = new CollectingSink()
  const texts = new AttributeTexts()
  const context = contextOf()
  const records = new AppleRecords(sink, context, texts)
  await scanExport(await partOf(xml, step).open(), records, texts, context.signal, 'export.xml')
  return sink
}

async function parsed(xml: string): Promise<CollectingSink> {
  const sink = new CollectingSink()
  const texts = new AttributeTexts()
  await parseExport(await partOf(xml).open(), new AppleRecords(sink, contextOf(), texts), texts, 'export.xml')
  return sink
}

const at = 'startDate="2025-07-01 08:00:00 +0200" endDate="2025-07-01 08:10:00 +0200"'
const wrap = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n <ExportDate value="2025-07-15 10:00:00 +0200"/>\n${inside}</HealthData>\n`

/** Well-formed XML that differs from what the phone writes today. */
const unusual: Record<string, string> = {
  'attributes in another order': `<Record value="12" ${at} unit="count" type="HKQuantityTypeIdentifierStepCount" sourceName="P"/>`,
  'single quotes and line breaks': `<Record\n type='HKQuantityTypeIdentifierStepCount'\n sourceName='P "x"'\n unit='count' ${at}\n value='12'\n/>`,
  'a greater-than sign inside an attribute': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="a > b /> c" unit="count" ${at} value="12"/>`,
  'entities and numeric references': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="A&amp;B &#x4f60;&#22909; &quot;q&quot;" unit="count" ${at} value="12"/>`,
  'an entity in the value': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" ${at} value="&#49;2"/>`,
  'an entity that nobody knows': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="&xxe; P" unit="count" ${at} value="12"/>`,
  'tabs and new lines in an attribute': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="A\tB\nC\r\nD" unit="count" ${at} value="12"/>`,
  'a vertical tab in an attribute': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Food\u000bLog" unit="count" ${at} value="12"/>`,
  'letters of many scripts': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Öğünçü 手表 \u{1f3c3}" unit="count" ${at} value="12"/>`,
  'an end tag instead of a slash': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" ${at} value="12"></Record>`,
  'comments and a CDATA section between records': `<!-- <Record type="x"/> --><![CDATA[ <Record type="y"/> ]]><Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" ${at} value="12"/>`,
  'no value at all': `<Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="P" ${at}/>`,
  'an unknown attribute': `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" newThing="1" unit="count" ${at} value="12"/>`,
  'metadata with entities': `<Record type="HKQuantityTypeIdentifierBloodGlucose" sourceName="P" unit="mg/dL" ${at} value="99">\n  <MetadataEntry key="HKMetadataKeyBloodGlucoseMealTime" value="1 &lt; 2"/>\n </Record>`,
  'beats of a heart rate variability': `<Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="P" unit="ms" ${at} value="40.5"><HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="61" time="4:17:18.57 pm"/><InstantaneousBeatsPerMinute bpm="63" time="6:08:17,45 AM"/></HeartRateVariabilityMetadataList></Record>`,
  'a workout of iOS 15': `<Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="31.5" durationUnit="min" totalDistance="12.4" totalDistanceUnit="km" totalEnergyBurned="300" totalEnergyBurnedUnit="kcal" sourceName="P" ${at}><MetadataEntry key="HKIndoorWorkout" value="0"/></Workout>`,
  'a workout of iOS 17': `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" sourceName="P" ${at}><MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/><WorkoutActivity uuid="1" ${at} duration="10" durationUnit="min"><WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" ${at} average="141.2" minimum="98" maximum="171" unit="count/min"/></WorkoutActivity><WorkoutEvent type="HKWorkoutEventTypePause" date="2025-07-01 08:03:00 +0200"/><WorkoutRoute sourceName="P" ${at}><MetadataEntry key="HKTimeZone" value="Europe/Paris"/><FileReference path="/workout-routes/r.gpx"/></WorkoutRoute></Workout>`,
  'a food correlation': `<Correlation type="HKCorrelationTypeIdentifierFood" sourceName="F" ${at}><MetadataEntry key="HKFoodType" value="Soup"/><Record type="HKQuantityTypeIdentifierDietaryProtein" sourceName="F" unit="g" ${at} value="12"/></Correlation>`,
  'an element from the future': `<StateOfMind kind="daily" valence="0.4"><Label value="calm"/></StateOfMind>`,
  'an activity summary': `<ActivitySummary dateComponents="2025-07-01" activeEnergyBurned="512.5" activeEnergyBurnedUnit="kJ" appleMoveTime="0" appleExerciseTime="30" appleStandHours="12"/>`,
}

describe('scanner and parser agree', () => {
  for (const [name, inside] of Object.entries(unusual)) {
    it(`on ${name}`, async () => {
      const xml = wrap(inside)
      const expected = await parsed(xml)
      expect(expected.observations.length + expected.warnings.length).toBeGreaterThan(0)
      const result = await scanned(xml)
      expect(result.observations).toEqual(expected.observations)
      expect(result.skipped).toEqual(expected.skipped)
      expect(result.warnings).toEqual(expected.warnings)
      expect(result.facts).toEqual(expected.facts)
    })
  }

  it('on a whole export, wherever the pieces of the file are cut', async () => {
    const { xml, truth } = appleExportText({
      days: 2,
      seed: 5,
      zone: 'Europe/Berlin',
      badCharacters: true,
      dtd: 'good',
    })
    const expected = await parsed(xml)
    expect(expected.observations.length).toBe(truth.records + truth.workouts + 3 * truth.summaries)
    for (const step of [64 * 1024, 4093, 997]) {
      const result = await scanned(xml, step)
      expect(result.observations).toEqual(expected.observations)
      expect(result.warnings).toEqual(expected.warnings)
    }
  })

  it('on one record cut at every byte, between the bytes of a letter too', async () => {
    const xml = wrap(unusual['letters of many scripts'] ?? '')
    const expected = await parsed(xml)
    for (const step of [1, 2, 3, 7]) expect((await scanned(xml, step)).observations).toEqual(expected.observations)
  })
})

describe('broken files', () => {
  const step = (value: number): string =>
    `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" ${at} value="${value}"/>\n`

  it('loses one broken record, not the rest', async () => {
    const result = await scanned(
      wrap(
        `${step(1)}<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P unit="count" value=\n${step(2)}<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" ${at} value="9"><MetadataEntry key="a" value="b"/>\n${step(3)}`,
      ),
    )
    expect(result.observations.map((record) => record.value)).toEqual([1, 2, 3])
    expect(result.skipped).toEqual({ 'broken element': 2 })
  })

  it('keeps what is whole of a file that ends early, and says so', async () => {
    const whole = wrap(step(1) + step(2) + step(3))
    const cut = whole.slice(0, whole.lastIndexOf('value="3"'))
    const result = await scanned(cut)
    expect(result.observations.map((record) => record.value)).toEqual([1, 2])
    expect(result.warnings.join()).toContain('ends before its closing tag')
  })

  it('refuses a 10 MB attribute without holding it', async () => {
    const huge = `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="${'x'.repeat(10 << 20)}" unit="count" ${at} value="9"/>\n`
    await expect(scanned(wrap(step(1) + huge + step(2)), 256 * 1024)).rejects.toMatchObject({ code: 'unsafe-file' })
  })

  it('refuses it inside an element too, and keeps an element that is long by its many children', async () => {
    const open = `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" ${at} value="9">`
    const child = '<MetadataEntry key="k" value="v"/>'
    const long = wrap(`${open}${child.repeat(40_000)}</Record>`)
    expect((await scanned(long, 256 * 1024)).observations.map((record) => record.value)).toEqual([9])
    const huge = wrap(`${open}<MetadataEntry key="k" value="${'x'.repeat(2 << 20)}"/></Record>`)
    await expect(scanned(huge, 256 * 1024)).rejects.toMatchObject({ code: 'unsafe-file' })
  })

  it.each([
    ['a billion laughs', '[<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]'],
    ['an outside entity', '[<!ENTITY x SYSTEM "file:///etc/passwd">]'],
    ['a parameter entity', '[<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]'],
    ['an outside DTD', 'SYSTEM "http://127.0.0.1:9/x.dtd"'],
  ])('refuses %s before anything of it is read', async (_what, dtd) => {
    const xml = `<?xml version="1.0"?><!DOCTYPE HealthData ${dtd}>
<HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="&b;&x;" unit="count" ${at} value="12"/></HealthData>`
    await expect(scanned(xml)).rejects.toMatchObject({ code: 'unsafe-file' })
  })

  it('leaves an entity that nobody declared as it stands', async () => {
    const xml = wrap(
      `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="&b;" unit="count" ${at} value="12"/>`,
    )
    expect((await scanned(xml)).observations.map((record) => record.source.name)).toEqual(['&b;'])
  })

  it('refuses a file without HealthData', async () => {
    await expect(scanned('<?xml version="1.0"?><ClinicalDocument/>')).rejects.toMatchObject({ code: 'damaged-file' })
  })

  it('reads UTF-16, as editors on Windows save it', async () => {
    const xml = wrap(unusual['letters of many scripts'] ?? '')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
    expect((await scanned(utf16, 1001)).observations).toEqual((await parsed(xml)).observations)
  })
})
