/**
 * Faults that people reported in public about other programs that read Apple exports or genotypes, each as its
 * smallest input and what is right. Named repo#number.
 */
import { describe, expect, it } from 'vitest'
import { normaliseSource } from '../../src-main/health/import/identity.ts'
import { reader as twentyThree } from '../../src-main/health/import/readers/23andme.ts'
import { reader as ancestry } from '../../src-main/health/import/readers/ancestrydna.ts'
import { reader as apple } from '../../src-main/health/import/readers/apple-health.ts'
import { localDate } from '../../src-main/health/merge/local-date.ts'
import { type CollectingSink, readAll } from '../unit/import/collecting-sink.ts'

const read = (inside: string, prolog = ''): Promise<CollectingSink> =>
  readAll(
    apple,
    `<?xml version="1.0" encoding="UTF-8"?>\n${prolog}<HealthData locale="en_US">\n<ExportDate value="2026-01-01 10:00:00 +0100"/>\n${inside}\n</HealthData>\n`,
  )

function record(type: string, attributes: Record<string, string>, inside = ''): string {
  const all = {
    type,
    sourceName: 'Phone',
    startDate: '2025-07-01 08:00:00 +0200',
    endDate: '2025-07-01 08:05:00 +0200',
    ...attributes,
  }
  const text = Object.entries(all)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')
  return inside === '' ? `<Record${text}/>` : `<Record${text}>${inside}</Record>`
}

const steps = (attributes: Record<string, string>): string =>
  record('HKQuantityTypeIdentifierStepCount', { unit: 'count', value: '100', ...attributes })

describe('Apple exports', () => {
  it('healthkit-to-sqlite#24, qs_ledger#23: the broken DTD of version 12 does not stop the import', async () => {
    const sink = await read(
      steps({}),
      '<!DOCTYPE HealthData [\n<!ATTLIST VisionPrescription\n type CDATA #REQUIRED\n<!ELEMENT RightEye EMPTY>\n>\n>\n]>\n',
    )
    expect(sink.observations.length).toBe(1)
    expect(sink.warnings.join()).toContain('DTD')
  })

  it('Simple-Apple-Health-XML-to-CSV#3: a vertical tab in a name costs the character, not the record', async () => {
    const sink = await read(steps({ sourceName: 'Food\u000bLog' }))
    expect(sink.observations[0]?.source.name).toBe('FoodLog')
    expect(sink.warnings.join()).toContain('Control characters')
  })

  it('open-wearables#578: the address in the device does not make one phone many', async () => {
    const device = (address: string): string =>
      `&lt;&lt;HKDevice: ${address}&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5, software:17.4&gt;`
    const sink = await read(
      Array.from({ length: 73 }, (_, i) => steps({ device: device(`0x28${i}`), value: String(i) })).join('\n'),
    )
    expect(new Set(sink.observations.map((one) => one.source)).size).toBe(1)
    expect(sink.observations[0]?.source).toEqual({ name: 'Phone', kind: 'phone', model: 'iPhone14,5' })
  })

  it('open-wearables#579: category records arrive, and old sleep values are sleep', async () => {
    const sink = await read(
      ['Asleep', 'AsleepUnspecified', 'InBed', 'AsleepREM', 'Awake']
        .map((stage) =>
          record('HKCategoryTypeIdentifierSleepAnalysis', { value: `HKCategoryValueSleepAnalysis${stage}` }),
        )
        .join('\n'),
    )
    expect(sink.observations.map((one) => [one.indicator, one.text, one.value])).toEqual([
      ['sleep_segment', 'asleep', null],
      ['sleep_segment', 'asleep', null],
      ['sleep_segment', 'in_bed', null],
      ['sleep_segment', 'rem', null],
      ['sleep_segment', 'awake', null],
    ])
  })

  it('apple-health-mcp-server: a blood pressure pair is one pair, though it is written twice', async () => {
    const pair = (['Systolic', 'Diastolic'] as const)
      .map((kind) =>
        record(`HKQuantityTypeIdentifierBloodPressure${kind}`, {
          unit: 'mmHg',
          value: kind === 'Systolic' ? '120' : '80',
        }),
      )
      .join('\n')
    const correlation = `<Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Phone" startDate="2025-07-01 08:00:00 +0200" endDate="2025-07-01 08:05:00 +0200">${pair}</Correlation>`
    for (const order of [pair + correlation, correlation + pair]) {
      expect((await read(order)).observations.map((one) => one.value)).toEqual([120, 80])
    }
    // A member without a twin at top level is a record like any other.
    expect((await read(correlation)).observations.map((one) => one.value)).toEqual([120, 80])
  })

  it('qs_ledger#6: the offset of the export is not the place; the instant counts', async () => {
    const sink = await read(steps({ startDate: '2019-08-08 02:03:20 +0200', endDate: '2019-08-08 02:04:20 +0200' }))
    expect(localDate(sink.observations[0]?.start ?? 0, 'America/New_York')).toBe('2019-08-07')
  })

  it('derived from qs_ledger#6: a winter record with the summer offset of the export', async () => {
    const sink = await read(steps({ startDate: '2025-01-15 00:30:00 -0400', endDate: '2025-01-15 00:31:00 -0400' }))
    expect(localDate(sink.observations[0]?.start ?? 0, 'America/New_York')).toBe('2025-01-14')
  })

  it('takes the zone of the record where it has one, and never an invented one', async () => {
    const zone = (name: string): string => `<MetadataEntry key="HKTimeZone" value="${name}"/>`
    const segment = (name: string): string =>
      record('HKCategoryTypeIdentifierSleepAnalysis', { value: 'HKCategoryValueSleepAnalysisInBed' }, zone(name))
    const sink = await read(segment('Asia/Tokyo') + segment('Mars/Olympus'))
    expect(sink.observations.map((one) => one.zone)).toEqual(['Asia/Tokyo', undefined])
  })

  it('k0rventen/apple-health-grafana#14: an export without records is an error, not a silent success', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'empty' })
  })

  it('counts what is not a number or not a date, and says which', async () => {
    const sink = await read(
      [
        steps({}),
        steps({ value: 'NaN' }),
        steps({ value: 'Infinity' }),
        steps({ value: '72,5' }),
        steps({ value: '' }),
        steps({ value: '0x10' }),
        steps({ startDate: '0001-01-01 00:00:00 +0000', endDate: '0001-01-01 00:00:00 +0000' }),
        steps({ startDate: '2099-01-01 00:00:00 +0000', endDate: '2099-01-01 00:00:00 +0000' }),
        steps({ startDate: 'soon' }),
        steps({ startDate: '2025-07-01 09:00:00 +0200' }),
      ].join('\n'),
    )
    expect(sink.observations.length).toBe(1)
    expect(sink.skipped).toEqual({
      'value is not a number': 4,
      'no value': 1,
      'date before 1900': 1,
      'date after the export': 1,
      'date cannot be read': 1,
      'ends before it starts': 1,
    })
  })

  it('skips the placeholder rings of 1969 and the rings of a day that is not over', async () => {
    const ring = (date: string): string =>
      `<ActivitySummary dateComponents="${date}" activeEnergyBurned="5" activeEnergyBurnedUnit="kcal" appleExerciseTime="1" appleStandHours="1"/>`
    const sink = await read(ring('1969-12-31') + ring('2025-12-31') + ring('2026-01-01'))
    expect(sink.observations.map((one) => one.indicator)).toEqual([
      'activity_summary_move',
      'activity_summary_exercise',
      'activity_summary_stand',
    ])
    expect(Object.values(sink.skipped)).toEqual([1, 1])
  })

  it('keeps types that nobody knows yet, and tells', async () => {
    const sink = await read(record('HKQuantityTypeIdentifierNewThing2031', { unit: 'm', value: '3' }))
    expect(sink.observations[0]).toMatchObject({ indicator: 'apple_new_thing2031', value: 3, rawUnit: 'm' })
    expect(sink.warnings.join()).toContain('NewThing2031')
  })

  it('tells what it does not read yet instead of dropping it', async () => {
    const sink = await read(`${steps({})}<ClinicalRecord type="x"/><ClinicalRecord type="y"/><Audiogram type="z"/>`)
    expect(sink.warnings).toContain('2 clinical records are not read yet.')
    expect(sink.warnings).toContain('1 audiogram is not read yet.')
  })

  it('values typed by hand come from the hand, whatever device they were typed on', async () => {
    const sink = await read(steps({}).replace('/>', '><MetadataEntry key="HKWasUserEntered" value="1"/></Record>'))
    expect(sink.observations[0]?.source.kind).toBe('manual')
  })

  it('one watch is one source with either apostrophe and either space', () => {
    expect(normaliseSource('Owner\u2019s Apple\u00a0Watch')).toBe(normaliseSource("Owner's Apple Watch"))
  })
})

describe('genotypes', () => {
  it('arv#6, open-humans#628: AncestryDNA has five columns, the call is both alleles', async () => {
    const sink = await readAll(
      ancestry,
      '#AncestryDNA\nrsid\tchromosome\tposition\tallele1\tallele2\nrs4477212\t1\t82154\tG\tG\n',
    )
    expect(sink.genotypes[0]?.genotype).toBe('GG')
  })

  it('snps#188: the build comes from the positions', async () => {
    const sink = await readAll(twentyThree, '# rsid\tchromosome\tposition\tgenotype\nrs2500347\t1\t148946169\tAG\n')
    expect(sink.set?.build).toBe('GRCh38')
  })
})
