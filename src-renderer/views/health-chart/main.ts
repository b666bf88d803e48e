/**
 * An MCP App: draws the answer of `query_health_indicators` inside clients that show views (ui://mirohub/health-chart).
 * It gets the answer from its host and asks nobody for anything: no network, no tool calls, no fonts from elsewhere.
 */
import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import '../../styles/tokens.css'
import {
  formatDate,
  formatDuration,
  formatLocalTime,
  formatNumber,
  isDuration,
  usualDigits,
} from '../../format/quantities.ts'
import { readColours } from '../../ui/chart/chart-colours.ts'
import { type PlotData, plotData } from '../../ui/chart/chart-data.ts'
import { plotColumns, plotOptions } from '../../ui/chart/plot-options.ts'
import { type Answer, answerOf, type Figure, type Heading } from './figures.ts'
import { wordsFor } from './words.ts'
import './view.css'

const PLOT_HEIGHT = 200
const MAX_ROWS = 12

let locale = navigator.language
let answer: Answer | null = null
let plots: { plot: uPlot; box: HTMLElement }[] = []

const root = document.createElement('main')
document.body.append(root)

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}

/** "57", "98.5", "7 h 38 min". */
function valueText(value: number, unit: string): string {
  if (isDuration(unit)) return formatDuration(value, wordsFor(locale))
  return formatNumber(value, usualDigits(value), locale)
}

function withUnit(value: number, unit: string): string {
  return isDuration(unit) || unit === '' ? valueText(value, unit) : `${valueText(value, unit)} ${unit}`
}

function headingOf({ name, unit, firstDate, lastDate }: Heading): HTMLElement {
  const span = [firstDate, lastDate].flatMap((date) => (date === null ? [] : [formatDate(date, 'short', locale)]))
  const isSaid = isDuration(unit) || unit.toLowerCase() === name.toLowerCase()
  const small = [isSaid ? '' : unit, [...new Set(span)].join(' – ')].filter((part) => part !== '').join(' · ')
  return element('header', 'heading', element('h2', '', name), element('span', 'quiet', small))
}

function labelText(label: string): string {
  return label.includes('T') ? formatLocalTime(label, locale) : formatDate(label, 'short', locale)
}

function chart(figure: Extract<Figure, { kind: 'chart' }>): HTMLElement {
  const data = plotData(figure.spec)
  const readout = element('p', 'readout')
  readout.setAttribute('aria-live', 'polite')
  const box = element('div', 'plot')
  box.setAttribute('role', 'img')
  box.setAttribute('aria-label', figure.heading.name)
  const section = element('section', '', headingOf(figure.heading), readout, box, method(figure.heading))
  tell(readout, data, data.x.length - 1)
  const follow = (plot: uPlot) => tell(readout, data, plot.cursor.idx ?? data.x.length - 1)
  const input = {
    data,
    xKind: figure.spec.xKind,
    colours: readColours(),
    locale,
    formatValue: valueText,
    band: null,
  }
  // The box has its width once it is in the document.
  queueMicrotask(() => {
    const size = { width: Math.max(200, box.clientWidth), height: PLOT_HEIGHT }
    plots.push({ plot: new uPlot(plotOptions(input, size, follow), plotColumns(data), box), box })
  })
  return section
}

/** The value under the pointer, the last one without a pointer. */
function tell(readout: HTMLElement, data: PlotData, index: number): void {
  const series = data.series[0]
  const value = series?.values[index] ?? null
  const label = data.labels[index] ?? ''
  readout.replaceChildren(
    element('strong', '', series === undefined || value === null ? '–' : withUnit(value, series.unit)),
    element('span', 'quiet', labelText(label)),
  )
}

function method({ method: text }: Heading): HTMLElement {
  return element('p', 'quiet method', text)
}

function figureElement(figure: Figure): HTMLElement {
  const words = wordsFor(locale)
  const { heading } = figure
  switch (figure.kind) {
    case 'chart':
      return chart(figure)
    case 'stats': {
      const tiles = figure.stats.map(({ name, value }) => {
        const shown =
          typeof value === 'string' ? value : name === 'days' ? valueText(value, '') : withUnit(value, heading.unit)
        return element('div', 'tile', element('span', 'quiet', words[name]), element('strong', '', shown))
      })
      return element('section', '', headingOf(heading), element('div', 'tiles', ...tiles), method(heading))
    }
    case 'rows': {
      const rows = figure.rows.slice(0, MAX_ROWS).map(({ time, text }) => line(labelText(time), text))
      return element('section', '', headingOf(heading), element('ul', 'rows', ...rows), method(heading))
    }
    case 'nothing':
      return element('section', '', headingOf(heading), element('p', 'quiet', words.nothing))
  }
}

function line(left: string, right: string): HTMLElement {
  return element('li', '', element('span', '', left), element('span', 'quiet', right))
}

function draw(): void {
  for (const { plot } of plots) plot.destroy()
  plots = []
  document.documentElement.lang = locale
  root.replaceChildren(...content(answer))
}

function content(answer: Answer | null): HTMLElement[] {
  const words = wordsFor(locale)
  if (answer === null) return [element('p', 'quiet', words.waiting)]
  if (answer.kind === 'message') return [element('p', '', answer.message || words.notOurs)]
  if (answer.kind === 'figures') return answer.figures.map(figureElement)
  const rows = answer.rows.map((row) =>
    line(row.name, `${formatNumber(row.count, 0, locale)} ${words.records}, ${words.upTo} ${labelText(row.lastDate)}`),
  )
  return [element('section', '', element('h2', '', words.catalog), element('ul', 'rows', ...rows))]
}

function takeContext(context: McpUiHostContext | undefined): void {
  if (context?.theme !== undefined) document.documentElement.dataset.theme = context.theme
  if (context?.locale !== undefined) locale = context.locale
  draw()
}

new ResizeObserver(() => {
  for (const { plot, box } of plots) {
    const width = box.clientWidth
    if (width > 0 && width !== plot.width) plot.setSize({ width, height: PLOT_HEIGHT })
  }
}).observe(root)

const app = new App({ name: 'Mirohub health chart', version: '1.0.0' }, {})
app.addEventListener('toolresult', (result) => {
  const words = wordsFor(locale)
  answer = answerOf(result.structuredContent) ?? { kind: 'message', message: words.notOurs }
  draw()
})
app.addEventListener('hostcontextchanged', () => takeContext(app.getHostContext()))
draw()
await app.connect()
takeContext(app.getHostContext())
