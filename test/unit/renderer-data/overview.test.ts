/** Cards of the Health page, comparison with the usual, tables and nights. */
import { describe, expect, it } from 'vitest'
import type { IndicatorOverviewView } from '../../../src-main/api/contract/health.ts'
import { compareWithUsual } from '../../../src-renderer/features/data/change.ts'
import {
  extremes,
  indicatorChart,
  pairRows,
  type SeriesRow,
  seriesRow,
  truncatedTotal,
} from '../../../src-renderer/features/data/indicator-data.ts'
import { cardsByGroup, indicatorCards, matchesSearch } from '../../../src-renderer/features/data/overview-cards.ts'
import { parseRsids } from '../../../src-renderer/features/data/rsids.ts'
import { sparkRuns } from '../../../src-renderer/features/data/sparkline.tsx'
import { nextSort, sortRows } from '../../../src-renderer/ui/table-order.ts'

function overview(key: string, extra: Partial<IndicatorOverviewView> = {}): IndicatorOverviewView {
  return {
    key,
    name: key,
    nameZh: key,
    unit: 'mm[Hg]',
    unitLabel: 'mmHg',
    kind: 'instant',
    group: 'heart',
    digits: 0,
    count: 10,
    firstDate: '2026-01-01',
    lastDate: '2026-11-20',
    latest: 1,
    recent: [],
    usual: null,
    ...extra,
  }
}

const row = (label: string, value: number | null, extra: Partial<SeriesRow> = {}): SeriesRow => ({
  ...seriesRow({ period: label, value }),
  ...extra,
})

describe('comparison with the usual', () => {
  it('speaks in the precision that is shown: no "0 below"', () => {
    expect(compareWithUsual(57.3, 57.4, 0)).toEqual({ kind: 'usual' })
    expect(compareWithUsual(57, 59, 0)).toEqual({ kind: 'below', by: 2 })
    expect(compareWithUsual(71.4, 71.1, 1)).toEqual({ kind: 'above', by: 0.3 })
  })

  it('says nothing where the usual or the latest is not known', () => {
    expect(compareWithUsual(57, null, 0)).toEqual({ kind: 'unknown' })
    expect(compareWithUsual(null, 57, 0)).toEqual({ kind: 'unknown' })
  })
})

describe('cards', () => {
  it('makes one card of both pressures, and two when they are of different days', () => {
    const both = [overview('blood_pressure_diastolic'), overview('blood_pressure_systolic')]
    expect(indicatorCards(both).map((card) => [card.key, card.parts.map((part) => part.key)])).toEqual([
      ['blood_pressure', ['blood_pressure_systolic', 'blood_pressure_diastolic']],
    ])
    const apart = [
      overview('blood_pressure_diastolic', { lastDate: '2026-03-01' }),
      overview('blood_pressure_systolic'),
    ]
    expect(indicatorCards(apart).map((card) => card.key)).toEqual([
      'blood_pressure_systolic',
      'blood_pressure_diastolic',
    ])
  })

  it('puts a group that the app does not know under other instead of losing it', () => {
    const groups = cardsByGroup(
      indicatorCards([overview('x', { group: 'brand-new' }), overview('steps', { group: 'activity' })]),
    )
    expect(groups.map((group) => group.group)).toEqual(['activity', 'other'])
  })

  it('is found by either language, in any case, by every word', () => {
    const [card] = indicatorCards([overview('resting_heart_rate', { name: 'Resting heart rate', nameZh: '静息心率' })])
    if (!card) throw new Error('no card')
    expect(matchesSearch(card, 'HEART resting', 'Heart', 'Blood pressure')).toBe(true)
    expect(matchesSearch(card, '静息', '心脏', '血压')).toBe(true)
    expect(matchesSearch(card, 'resting steps', 'Heart', 'Blood pressure')).toBe(false)
  })
})

describe('one indicator', () => {
  it('finds the day of the lowest sample in that day’s minimum, not in its mean', () => {
    const rows = [row('2026-11-01', 60, { min: 40, max: 70 }), row('2026-11-02', 55, { min: 50, max: 90 })]
    const { lowest, highest } = extremes(rows, false)
    expect([lowest?.label, highest?.label]).toEqual(['2026-11-01', '2026-11-02'])
    expect(extremes(rows, true).lowest?.label).toBe('2026-11-02')
  })

  it('ignores days without a number', () => {
    expect(extremes([row('2026-11-01', null), row('2026-11-02', 5)], true).lowest?.label).toBe('2026-11-02')
    expect(extremes([row('2026-11-01', null)], true)).toEqual({ lowest: null, highest: null })
  })

  it('reads period rows and raw rows, and keeps a comparator with its text', () => {
    expect(seriesRow({ period: '2026-11-01', value: 9412, n: 3 })).toMatchObject({
      label: '2026-11-01',
      value: 9412,
      n: 3,
    })
    expect(seriesRow({ time: '2026-10-02T00:00:00+02:00', value: null, text: '< 5' })).toMatchObject({
      label: '2026-10-02T00:00:00+02:00',
      value: null,
      text: '< 5',
    })
  })

  it('draws sums as bars and raw sums as points, oldest first', () => {
    const part = {
      overview: overview('steps', { kind: 'cumulative', unit: '{steps}', unitLabel: 'steps' }),
      name: 'Steps',
      answer: {
        name: 'Steps',
        code: '',
        unit: '{steps}',
        kind: 'cumulative' as const,
        count: 2,
        rows: [
          { period: '2026-11-02', value: 2 },
          { period: '2026-11-01', value: 1 },
        ],
        coverage: { first_date: null, last_date: null, days: 2 },
        sources: [],
        method: '',
      },
    }
    const chart = indicatorChart('Steps', [part], 'day')
    expect(chart.series[0]).toMatchObject({
      kind: 'bar',
      unit: 'steps',
      points: [
        ['2026-11-01', 1],
        ['2026-11-02', 2],
      ],
    })
    expect(indicatorChart('Steps', [part], 'none')).toMatchObject({ xKind: 'time', series: [{ kind: 'line' }] })
  })

  it('pairs pressures of the same moment and leaves the other side open when there is none', () => {
    const pairs = pairRows([row('a', 120), row('b', 130)], [row('a', 80)])
    expect(pairs.map((pair) => pair.second?.value ?? null)).toEqual([80, null])
  })

  it('reads how many records there are in all, and knows when it is not told', () => {
    const base = { success: true, message: '', indicators: {} }
    expect(truncatedTotal({ ...base, truncated: { steps: 12345 } }, 'steps')).toBe(12345)
    expect(truncatedTotal({ ...base, truncated: 'catalogue cut' }, 'steps')).toBeNull()
    expect(truncatedTotal(base, 'steps')).toBeNull()
  })
})

describe('small lines', () => {
  it('breaks at a null instead of dropping to the floor', () => {
    const range = { min: 0, max: 10, first: 20_000, last: 20_003 }
    const dates = ['2024-10-04', '2024-10-05', '2024-10-06', '2024-10-07']
    const points = dates.map((date, index): [string, number | null] => [date, index === 1 ? null : 5])
    expect(sparkRuns(points, range).map((run) => run.length)).toEqual([1, 2])
  })
})

describe('rs numbers', () => {
  it('reads any separators and case, each id once, and tells what it did not understand', () => {
    expect(parseRsids(' RS4988235,rs1801133；rs4988235\ni6019299 BRCA1 ')).toEqual({
      rsids: ['rs4988235', 'rs1801133', 'i6019299'],
      unknown: ['BRCA1'],
    })
  })
})

describe('table order', () => {
  it('keeps unknown values last in both directions and sorts 9 before 10', () => {
    const values = [10, null, 9, undefined, 100]
    expect(sortRows(values, (value) => value, 'ascending', 'en')).toEqual([9, 10, 100, null, undefined])
    expect(sortRows(values, (value) => value, 'descending', 'en')).toEqual([100, 10, 9, null, undefined])
    expect(sortRows(['rs10', 'rs9'], (value) => value, 'ascending', 'en')).toEqual(['rs9', 'rs10'])
  })

  it('turns round on the second click and starts anew on another column', () => {
    const first = nextSort(null, 'value', 'descending')
    expect(first).toEqual({ column: 'value', direction: 'descending' })
    expect(nextSort(first, 'value').direction).toBe('ascending')
    expect(nextSort(first, 'date')).toEqual({ column: 'date', direction: 'ascending' })
  })
})
