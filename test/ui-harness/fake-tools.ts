/** The tools of the made-up hub. */
import type { ToolRunView, ToolView } from '../../src-main/api/contract/tools.ts'
import { fakeSeries } from './fake-indicators.ts'

export const fakeTools: ToolView[] = [
  {
    name: 'query_health_indicators',
    title: 'Query health indicators',
    description:
      'Reads recorded health indicators: raw rows, statistics, or values by day, week or month.\n\nWhat was not recorded is not zero, and an absent indicator says nothing about a person.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        keywords: {
          type: 'array',
          items: { type: 'string' },
          description: 'Words for what to find, in English or Chinese.',
        },
        indicators: { type: 'array', items: { type: 'string' }, description: 'Exact keys from an earlier answer.' },
        start_date: { type: 'string', description: 'First local date, YYYY-MM-DD.' },
        end_date: { type: 'string', description: 'Last local date, inclusive.' },
        aggregate: { type: 'string', enum: ['none', 'stats', 'day', 'week', 'month'], default: 'none' },
        limit: { type: 'integer', minimum: 1, maximum: 500, default: 100, description: 'Rows at most, for “none”.' },
      },
    },
    origin: { kind: 'packaged', file: 'tools/query-health-indicators.ts' },
    needsIdentity: true,
    readOnly: true,
    enabled: true,
    hidden: null,
  },
  {
    name: 'get_genetic_data',
    title: 'Get genetic data',
    description: 'Looks up genotypes by rs number. Genotypes are reported, never interpreted.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['rsids'],
      properties: {
        rsids: { type: 'array', items: { type: 'string' }, description: 'rs numbers, at most 50.' },
        include_nearby: { type: 'boolean', default: false, description: 'Also positions close by.' },
      },
    },
    origin: { kind: 'packaged', file: 'tools/get-genetic-data.ts' },
    needsIdentity: true,
    readOnly: true,
    enabled: true,
    hidden: 'Not listed to connected apps: no DNA file has been imported.',
  },
  {
    name: 'convert_unit',
    title: 'Convert a unit',
    description: 'Converts a value of an analyte from one unit to another.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['value', 'from', 'to'],
      properties: {
        value: { type: 'number', description: 'The number to convert.' },
        from: { type: 'string', description: 'Unit that it is in.' },
        to: { type: 'string', description: 'Unit that is wanted.' },
        analyte: { type: 'string', description: 'What was measured, for units of amount.' },
      },
    },
    origin: { kind: 'packaged', file: 'tools/convert-unit.ts' },
    needsIdentity: false,
    readOnly: true,
    enabled: true,
    hidden: null,
  },
  {
    name: 'average',
    title: 'average',
    description: 'Average of a list of numbers.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['values'],
      properties: {
        values: { type: 'array', items: { type: 'number' }, description: 'Numbers to average.' },
        digits: { type: 'integer', default: 2, description: 'Decimals to keep.' },
      },
    },
    origin: { kind: 'personal', file: '/home/ada/.local/share/mirohub/tools/average.ts' },
    needsIdentity: false,
    readOnly: true,
    enabled: false,
    hidden: 'Switched off.',
  },
]

export function runTool(name: string, args: unknown): ToolRunView {
  if (name === 'query_health_indicators') {
    const result = fakeSeries({ key: 'resting_heart_rate', aggregate: 'week' })
    return { ok: true, success: true, result, text: JSON.stringify(result), durationMs: 5.8 }
  }
  if (name === 'convert_unit') {
    const result = { success: true, value: 5.2, unit: 'mmol/L', asked: args }
    return { ok: true, success: true, result, text: JSON.stringify(result), durationMs: 0.7 }
  }
  return {
    ok: false,
    error: { code: 'invalid_arguments', message: '“values” is missing.', hint: 'Give a list of numbers.' },
    durationMs: 0.4,
  }
}
