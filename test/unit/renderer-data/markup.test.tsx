/** What screen readers are given: tables with sorting state, charts with words, nights with their stages. */
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { nightParts } from '../../../src-renderer/features/data/sleep-nights.tsx'
import { Sparkline } from '../../../src-renderer/features/data/sparkline.tsx'
import { Prose } from '../../../src-renderer/features/tools/prose.tsx'
import { i18n } from '../../../src-renderer/i18n/index.ts'
import { type Column, Table } from '../../../src-renderer/ui/table.tsx'

interface Reading {
  readonly day: string
  readonly value: number | null
}

const columns: Column<Reading>[] = [
  { id: 'day', header: 'Day', cell: (row) => row.day, sortValue: (row) => row.day },
  {
    id: 'value',
    header: 'Value',
    align: 'right',
    cell: (row) => row.value ?? 'not recorded',
    sortValue: (row) => row.value,
  },
  { id: 'actions', header: 'Actions', headerHidden: true, cell: () => null },
]

const readings = (count: number): Reading[] =>
  Array.from({ length: count }, (_, index) => ({ day: `day ${index}`, value: index }))

const table = (rows: readonly Reading[]) =>
  renderToStaticMarkup(
    <Table
      caption="Readings"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.day}
      initialSort={{ column: 'value', direction: 'descending' }}
      empty="Nothing was recorded"
    />,
  )

beforeAll(() => i18n.changeLanguage('en'))

describe('table', () => {
  it('sorts as it says it does, with what is not known at the end and never as 0', () => {
    const html = table([
      { day: 'a', value: 1 },
      { day: 'b', value: null },
      { day: 'c', value: 3 },
    ])
    expect([...html.matchAll(/>(a|b|c)<\/td>/g)].map((match) => match[1])).toEqual(['c', 'a', 'b'])
    expect(html.match(/aria-sort="(\w+)"/g)).toEqual(['aria-sort="none"', 'aria-sort="descending"'])
    expect(html).toContain('not recorded')
    expect(html).not.toContain('>0<')
  })

  it('draws a hundred rows and counts a thousand without drawing them', () => {
    expect(table(readings(100)).match(/<tr /g)).toHaveLength(101)
    const many = table(readings(1000))
    expect(many).toContain('aria-rowcount="1001"')
    expect(many.match(/>day /g)?.length ?? 0).toBeLessThan(100)
  })

  it('says that there is nothing instead of an empty frame', () => {
    expect(table([])).toContain('Nothing was recorded')
  })
})

describe('small line', () => {
  it('draws nothing of a single value and a dot for a lone day between gaps', () => {
    expect(renderToStaticMarkup(<Sparkline lines={[[['2026-11-01', 5]]]} bars={false} />)).not.toContain('<svg')
    const html = renderToStaticMarkup(
      <Sparkline
        lines={[
          [
            ['2026-11-01', 5],
            ['2026-11-02', null],
            ['2026-11-03', 6],
            ['2026-11-04', 7],
          ],
        ]}
        bars={false}
      />,
    )
    expect(html.match(/<circle/g)).toHaveLength(1)
    expect(html.match(/<polyline/g)).toHaveLength(1)
  })
})

describe('nights', () => {
  const night = {
    date: '2026-11-28',
    start: '2026-11-27T23:10:00+01:00',
    end: '2026-11-28T07:00:00+01:00',
    isMain: true,
    asleep: 430,
    inBed: 470,
    deep: 60,
    rem: 90,
    core: 280,
    awake: 12,
    efficiency: 91.5,
    source: 'Watch',
  }

  it('shows stages where there are some, sleep as one part where there are none, nothing for bed alone', () => {
    expect(nightParts(night).map((part) => [part.stage, part.minutes])).toEqual([
      ['deep', 60],
      ['core', 280],
      ['rem', 90],
      ['awake', 12],
    ])
    const unstaged = { ...night, deep: null, rem: null, core: null, awake: null }
    expect(nightParts(unstaged)).toEqual([{ stage: 'asleep', minutes: 430 }])
    expect(nightParts({ ...unstaged, asleep: null })).toEqual([])
  })
})

describe('tool text', () => {
  it('sets what stands between backticks as code and escapes the rest', () => {
    const html = renderToStaticMarkup(<Prose text="ask with `stats` <b>now</b>" />)
    expect(html).toContain('>stats</code>')
    expect(html).toContain('&lt;b&gt;now')
  })
})
