/** What a chart draws: gaps stay gaps, days stay days, axes carry round marks. */
import { describe, expect, it } from 'vitest'
import type { ChartSpec } from '../../../src-main/agents/events.ts'
import { tickLabel, timeTicks, valueScale } from '../../../src-renderer/ui/chart/chart-axis.ts'
import {
  plotData,
  spanOf,
  stackedTops,
  trailingMean,
  wallSeconds,
  windowed,
} from '../../../src-renderer/ui/chart/chart-data.ts'

const DAY = 86_400

function daily(points: [string, number | null][], xKind: ChartSpec['xKind'] = 'day'): ChartSpec {
  return { title: 'Steps', xKind, series: [{ key: 'steps', name: 'Steps', unit: '', kind: 'line', points }] }
}

/** `count` days from 1 January 2026, each with its number as value. */
function days(count: number): [string, number][] {
  return Array.from({ length: count }, (_, day) => [
    new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    day + 1,
  ])
}

describe('gaps', () => {
  it('puts a null where a day of a daily series is missing, so that no line runs over it and nothing reads 0', () => {
    const data = plotData(
      daily([
        ['2026-01-01', 5],
        ['2026-01-02', 6],
        ['2026-01-04', 7],
      ]),
    )
    expect(data.labels).toEqual(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'])
    expect(data.series[0]?.values).toEqual([5, 6, null, 7])
  })

  it('keeps the line of a sparse series: two lab values a year apart are joined, not 364 gaps', () => {
    const data = plotData(
      daily([
        ['2025-01-01', 5.6],
        ['2026-01-01', 5.9],
      ]),
    )
    expect(data.series[0]?.values).toEqual([5.6, 5.9])
  })

  it('keeps a null that the spec gave', () => {
    expect(
      plotData(
        daily([
          ['2025-01-01', 5],
          ['2025-06-01', null],
          ['2026-01-01', 6],
        ]),
      ).series[0]?.values,
    ).toEqual([5, null, 6])
  })

  it('fills weeks from the first label’s weekday and months by calendar', () => {
    expect(
      plotData(
        daily(
          [
            ['2026-01-05', 1],
            ['2026-01-12', 2],
            ['2026-01-26', 3],
          ],
          'week',
        ),
      ).labels,
    ).toContain('2026-01-19')
    expect(
      plotData(
        daily(
          [
            ['2026-01-01', 1],
            ['2026-02-01', 2],
            ['2026-04-01', 3],
          ],
          'month',
        ),
      ).labels,
    ).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'])
  })
})

describe('time', () => {
  it('places a record by its own wall clock: 23:30 in Los Angeles is that day, not the next', () => {
    expect(wallSeconds('2026-01-01T23:30:00-08:00')).toBe(wallSeconds('2026-01-01') + 23.5 * 3600)
  })

  it('sorts points and leaves out what has no time', () => {
    const data = plotData(
      daily(
        [
          ['2026-01-02T08:00:00Z', 2],
          ['never', 9],
          ['2026-01-01T08:00:00Z', 1],
        ],
        'time',
      ),
    )
    expect(data.series[0]?.values).toEqual([1, 2])
  })

  it('windows by calendar from the last value, both ends in', () => {
    const shown = windowed(daily(days(100)), '1M')
    expect(shown.series[0]?.points.map((point) => point[1])).toEqual(
      Array.from({ length: 31 }, (_, index) => 70 + index),
    )
    expect(
      spanOf(
        daily([
          ['2026-01-05', null],
          ['2026-01-06', 1],
        ]),
      ),
    ).toEqual({ first: '2026-01-06', last: '2026-01-06' })
  })
})

describe('seven-day mean', () => {
  it('appears only over more than sixty daily values', () => {
    expect(plotData(daily(days(60))).series[0]?.mean).toBeNull()
    expect(plotData(daily(days(61))).series[0]?.mean).not.toBeNull()
  })

  it('is over calendar days, not over the last seven rows, and silent under three values', () => {
    const x = [0, 1, 2, 20, 21, 22].map((day) => day * DAY)
    // Day 20 has no neighbour within a week: seven rows back would mix in day 0 to 2.
    expect(trailingMean(x, [3, 6, 9, 100, 200, 300])).toEqual([null, null, 6, null, null, 200])
  })

  it('does not count a gap as zero', () => {
    expect(trailingMean([0, DAY, 2 * DAY, 3 * DAY], [4, null, 6, 8])).toEqual([null, null, null, 6])
  })
})

describe('axes', () => {
  it('marks whole months for half a year and Mondays for some weeks', () => {
    const from = wallSeconds('2026-05-20')
    const ticks = timeTicks(from, wallSeconds('2026-11-20'), 7)
    expect(ticks.map((tick) => tickLabel(tick, 'en'))).toEqual(['Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov'])
    for (const tick of timeTicks(from, from + 40 * DAY, 7)) expect(new Date(tick.at * 1000).getUTCDay()).toBe(1)
  })

  it('names the year once a chart spans several', () => {
    const ticks = timeTicks(wallSeconds('2020-03-01'), wallSeconds('2026-03-01'), 8)
    expect(ticks.map((tick) => tickLabel(tick, 'en'))).toEqual(['2021', '2022', '2023', '2024', '2025', '2026'])
  })

  it('puts bars on zero and gives a flat line room', () => {
    expect(valueScale([8000, 12000], { fromZero: true, minutes: false, most: 4 })).toMatchObject({ min: 0, max: 15000 })
    const flat = valueScale([60, 60], { fromZero: false, minutes: false, most: 4 })
    expect(flat.min).toBeLessThan(60)
    expect(flat.max).toBeGreaterThan(60)
  })

  it('steps minutes by quarter, half or whole hours', () => {
    expect(valueScale([380, 520], { fromZero: true, minutes: true, most: 5 }).ticks).toEqual([
      0, 120, 240, 360, 480, 600,
    ])
  })

  it('has no tick like 0.30000000000000004', () => {
    for (const tick of valueScale([0.1, 0.7], { fromZero: false, minutes: false, most: 6 }).ticks) {
      expect(String(tick).length).toBeLessThan(6)
    }
  })

  it('stays calm with nothing to draw', () => {
    expect(valueScale([null], { fromZero: true, minutes: false, most: 4 }).ticks).toEqual([])
  })
})

describe('stacked bars', () => {
  it('stands each series on those below it, and on nothing where a night has none of them', () => {
    const series = (key: string, values: (number | null)[]) => ({
      key,
      name: key,
      unit: 'min',
      kind: 'bar' as const,
      values,
      mean: null,
    })
    expect(stackedTops([series('deep', [60, null]), series('core', [180, 300]), series('awake', [10, null])])).toEqual([
      [60, null],
      [240, 300],
      [250, null],
    ])
  })
})
