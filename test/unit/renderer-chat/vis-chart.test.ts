/** Chart blocks that a model wrote: what is drawn of them, and what stays code. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVisChart } from '../../../src-renderer/features/chat/vis-chart.ts'
import { categoryColumns, scatterColumns } from '../../../src-renderer/ui/chart/xy-spec.ts'

const words = { untitled: 'Chart', value: 'Value', category: 'Category', count: 'Count' }
const read = (block: unknown) => readVisChart(typeof block === 'string' ? block : JSON.stringify(block), words)
const chart = (block: unknown) => {
  const result = read(block)
  if (!result.ok) throw new Error(result.fault)
  return result.chart
}

describe('a block is drawn', () => {
  it('over time when its labels are dates, with what was not recorded as a gap', () => {
    const drawn = chart({
      type: 'line',
      title: 'Weight',
      axisYTitle: 'kg',
      data: [
        { time: '2026-06', value: 73 },
        { time: '2026-07', value: null },
        { time: '2026-08', value: '72.5' },
      ],
    })
    expect(drawn.kind === 'time' && drawn.spec.xKind).toBe('month')
    expect(drawn.kind === 'time' && drawn.spec.series[0]?.points).toEqual([
      ['2026-06-01', 73],
      ['2026-07-01', null],
      ['2026-08-01', 72.5],
    ])
  })

  it('by category when they are words, groups beside each other', () => {
    const drawn = chart({
      type: 'column',
      data: [
        { category: 'Mon', value: 1, group: 'a' },
        { category: 'Mon', value: 2, group: 'b' },
        { category: 'Tue', value: 3, group: 'a' },
      ],
    })
    if (drawn.kind !== 'xy' || drawn.spec.kind !== 'category') throw new Error(drawn.kind)
    expect(drawn.spec.categories).toEqual(['Mon', 'Tue'])
    expect(drawn.spec.series.map(({ name, values }) => [name, values])).toEqual([
      ['a', [1, 3]],
      ['b', [2, null]],
    ])
    const { columns, rows } = categoryColumns(drawn.spec)
    // Two bars a category, left and right of its number; each knows its row.
    expect(rows).toEqual([0, 0, 1, 1])
    expect(columns[1]).toEqual([1, undefined, 3, undefined])
    expect(columns[2]).toEqual([undefined, 2, undefined, null])
  })

  it('with two axes', () => {
    const drawn = chart({
      type: 'dual-axes',
      categories: ['Mon', 'Tue'],
      series: [
        { type: 'column', data: [1, 2], axisYTitle: 'Steps' },
        { type: 'line', data: [7.5], axisYTitle: 'Sleep' },
      ],
    })
    expect(drawn.kind === 'xy' && drawn.spec.kind === 'category' && drawn.spec.series).toEqual([
      { name: 'Steps', kind: 'bar', axis: 0, values: [1, 2] },
      { name: 'Sleep', kind: 'line', axis: 1, values: [7.5, null] },
    ])
  })

  it('as a histogram of its own bins: 1, 2, 3, 4 in two are 2 and 2, the highest in the last', () => {
    const drawn = chart({ type: 'histogram', binNumber: 2, data: [1, 2, 3, 4] })
    if (drawn.kind !== 'xy' || drawn.spec.kind !== 'category') throw new Error(drawn.kind)
    expect(drawn.spec.categories).toEqual(['1–2.5', '2.5–4'])
    expect(drawn.spec.series[0]?.values).toEqual([2, 2])
  })

  it('as points in the order of x', () => {
    const drawn = chart({
      type: 'scatter',
      data: [
        { x: 2, y: 5 },
        { x: 1, y: 6, group: 'b' },
      ],
    })
    if (drawn.kind !== 'xy' || drawn.spec.kind !== 'scatter') throw new Error(drawn.kind)
    expect(scatterColumns(drawn.spec).columns).toEqual([
      [1, 2],
      [undefined, 5],
      [6, undefined],
    ])
  })

  it('as rows with bars: pie, funnel and radar', () => {
    const pie = chart({
      type: 'pie',
      data: [
        { category: 'REM', value: 20 },
        { category: 'REM', value: 5 },
        { category: 'Deep', value: 10 },
      ],
    })
    expect(pie.kind === 'bars' && pie.spec.rows).toEqual([
      { label: 'REM', values: [25] },
      { label: 'Deep', values: [10] },
    ])
    const radar = chart({
      type: 'radar',
      data: [
        { name: 'A', value: 1, group: 'x' },
        { name: 'A', value: 2, group: 'y' },
      ],
    })
    expect(radar.kind === 'bars' && radar.spec.series).toEqual(['x', 'y'])
  })
})

describe('a block stays code', () => {
  it('when it is no JSON, of another kind, or its rows do not fit', () => {
    expect(read('{"type":"line","da')).toEqual({ ok: false, fault: 'json' })
    expect(read('[1]')).toEqual({ ok: false, fault: 'json' })
    expect(read({ type: 'treemap', data: [] })).toEqual({ ok: false, fault: 'type' })
    expect(read({ type: 'line', data: [] })).toEqual({ ok: false, fault: 'data' })
    expect(read({ type: 'line', data: [{ time: '2026-01', value: 'high' }] })).toEqual({ ok: false, fault: 'data' })
    expect(read({ type: 'pie', data: [{ category: 'a', value: -1 }] })).toEqual({ ok: false, fault: 'data' })
    expect(read({ type: 'scatter', data: [{ x: 1 }] })).toEqual({ ok: false, fault: 'data' })
  })

  it('and never throws, whatever it holds', () => {
    const type = fc.constantFrom(
      'line',
      'area',
      'column',
      'bar',
      'pie',
      'radar',
      'scatter',
      'dual-axes',
      'funnel',
      'histogram',
      'x',
    )
    fc.assert(
      fc.property(type, fc.jsonValue(), fc.jsonValue(), (kind, data, series) => {
        expect(() => read({ type: kind, data, series, categories: series })).not.toThrow()
      }),
    )
  })
})
