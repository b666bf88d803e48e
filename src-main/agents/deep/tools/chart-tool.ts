/**
 * Charts of the person's own records. The model names indicators and a time; the numbers are read here, through the
 * same door as every call, so that no number in a chart was typed by a model.
 */
import type { IndicatorAnswer } from '../../../health/types.ts'
import { isObject } from '../../../mcp-client/model/json-value.ts'
import type { AgentTools } from '../../agent-tools.ts'
import type { ChartSeries, ChartSpec } from '../../events.ts'
import { bucketFor, chartOf, periodSeries, readingSeries, seriesKind } from '../../quick/chart.ts'
import { rawRows, valuedRows } from '../../quick/findings.ts'
import { textArgument, textList } from './arguments.ts'
import { failed, type OfferedTool, type ToolReply } from './offered-tool.ts'

const QUERY = 'query_health_indicators'
const MAX_SERIES = 4

export function chartTool(tools: Pick<AgentTools, 'invoke'>): OfferedTool {
  return {
    name: 'show_chart',
    description:
      `Draws a chart of the person's records in the conversation. Give 1 to ${MAX_SERIES} exact keys of indicators from ` +
      `${QUERY} and a time; the numbers are read for you. Indicators of very different units belong in charts of their own.`,
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'In the language of the person.' },
        indicators: { type: 'array', items: { type: 'string' }, description: 'Exact keys.' },
        start_time: { type: 'string', description: 'First local day, YYYY-MM-DD.' },
        end_time: { type: 'string', description: 'Last local day, YYYY-MM-DD.' },
        by: {
          type: 'string',
          enum: ['auto', 'day', 'week', 'month', 'reading'],
          description: 'A point for each; auto is as fine as can be read.',
        },
      },
      required: ['title', 'indicators'],
      additionalProperties: false,
    },
    isReadOnly: true,
    async run(args, { callId, signal, emit }) {
      const keys = [...new Set(textList(args, 'indicators'))].slice(0, MAX_SERIES)
      if (keys.length === 0)
        return failed('invalid_arguments', 'indicators is empty.', `Take exact keys from ${QUERY}.`)
      const start = textArgument(args, 'start_time', 'start_date')
      const end = textArgument(args, 'end_time', 'end_date')
      const by = textArgument(args, 'by') ?? 'auto'
      const bucket = by === 'day' || by === 'week' || by === 'month' ? by : bucketFor(start, end)
      const isReading = by === 'reading'
      const outcome = await tools.invoke({
        tool: QUERY,
        args: {
          indicators: keys,
          ...(start === null ? {} : { start_time: start }),
          ...(end === null ? {} : { end_time: end }),
          aggregate: isReading ? 'none' : bucket,
          ...(isReading ? { limit: 500 } : {}),
        },
        callId,
        signal,
      })
      if (!outcome.ok) return { ok: false, error: outcome.error }
      const answers = answersOf(outcome.result)
      if (answers === null) return failed('tool_failed', outcome.text.slice(0, 1_000))
      const spec = chartSpec(textArgument(args, 'title')?.trim() || keys.join(', '), answers, {
        bucket,
        isReading,
        start,
        end,
      })
      if (spec === null) return nothing(keys, answers)
      emit({ type: 'chart', spec })
      return {
        ok: true,
        text: told(spec, keys),
        preview: { title: spec.title, series: spec.series.map((s) => s.name) },
      }
    },
  }
}

interface ChartPlan {
  readonly bucket: 'day' | 'week' | 'month'
  readonly isReading: boolean
  readonly start: string | null
  readonly end: string | null
}

/** Null where there is nothing to draw. */
export function chartSpec(
  title: string,
  answers: Readonly<Record<string, IndicatorAnswer>>,
  { bucket, isReading, start, end }: ChartPlan,
): ChartSpec | null {
  const series = Object.entries(answers).map(([key, answer]): ChartSeries => {
    const { name, unit, kind } = answer
    if (isReading) return readingSeries(key, name, unit, rawRows(answer))
    return periodSeries(key, name, unit, seriesKind(kind), valuedRows(answer), bucket, { start, end })
  })
  const span = [start, end].filter((day) => day !== null).join(' – ')
  return chartOf(title.slice(0, 200), span, isReading ? 'time' : bucket, series)
}

function nothing(keys: readonly string[], answers: Readonly<Record<string, IndicatorAnswer>>): ToolReply {
  const known = Object.keys(answers)
  return known.length === 0
    ? failed(
        'no_data',
        `No indicator of this person is called ${keys.join(' or ')}.`,
        `Look at the catalogue of ${QUERY}.`,
      )
    : failed('no_data', `Nothing was recorded of ${known.join(' and ')} in this time.`, 'Choose another time.')
}

function told(spec: ChartSpec, keys: readonly string[]): string {
  const drawn = spec.series.map(
    ({ key, unit, points }) => `${key} (${unit}): ${points.filter(([, value]) => value !== null).length} points`,
  )
  const missing = keys.filter((key) => !spec.series.some((series) => series.key === key))
  return `The chart is shown: ${drawn.join('; ')}.${missing.length > 0 ? ` Nothing was recorded of ${missing.join(', ')}.` : ''}`
}

function answersOf(result: unknown): Readonly<Record<string, IndicatorAnswer>> | null {
  if (!isObject(result) || result.success !== true || !isObject(result.indicators)) return null
  const entries = Object.entries(result.indicators).filter((entry): entry is [string, IndicatorAnswer] =>
    isAnswer(entry[1]),
  )
  return Object.fromEntries(entries)
}

function isAnswer(value: unknown): value is IndicatorAnswer {
  return isObject(value) && typeof value.name === 'string' && typeof value.unit === 'string'
}
