/** Tool calls of a quick answer: through the registry like everybody's, told as events, checked on the way back. */
import type { GeneticResult } from '../../health/genetics/service.ts'
import type { IndicatorResult } from '../../health/types.ts'
import type { Registry } from '../../registry/types.ts'
import { agentTools } from '../agent-tools.ts'
import type { AgentEvent, AgentInput } from '../events.ts'
import type { Period } from './period.ts'

/** A failed call, as the answer has to tell it. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed'
  readonly code: string
  readonly hint: string
  constructor(code: string, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** Rows kept of a long list in an event; the tool line in the chat shows no more. */
const previewRows = 100

/** Arguments of one query over a period. */
export function queryArgs(
  keys: readonly string[],
  period: Period | undefined,
  aggregate: string,
): Record<string, unknown> {
  return {
    indicators: [...keys],
    ...(period?.start ? { start_time: period.start } : {}),
    ...(period?.end ? { end_time: period.end } : {}),
    aggregate,
  }
}

export interface Lookup {
  indicators(args: Readonly<Record<string, unknown>>, label: string): AsyncGenerator<AgentEvent, IndicatorResult>
  genotypes(rsids: readonly string[], label: string): AsyncGenerator<AgentEvent, GeneticResult>
}

export function createLookup(registry: Pick<Registry, 'invoke' | 'list'>, input: AgentInput): Lookup {
  const tools = agentTools(registry, input, 'QUICK')
  let calls = 0

  async function* call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    label: string,
  ): AsyncGenerator<AgentEvent, unknown> {
    const id = `call-${++calls}`
    yield { type: 'tool_call', id, tool, args, label }
    const outcome = await tools.invoke({ tool, args, callId: id })
    if (!outcome.ok) {
      yield { type: 'tool_result', id, ok: false, preview: null, durationMs: outcome.durationMs, error: outcome.error }
      throw new LookupFailed(outcome.error.code, outcome.error.message, outcome.error.hint)
    }
    const { preview, truncated } = previewOf(outcome.result)
    yield {
      type: 'tool_result',
      id,
      ok: outcome.success,
      preview,
      ...(truncated ? { truncated } : {}),
      durationMs: outcome.durationMs,
    }
    if (outcome.notice) yield { type: 'notice', text: outcome.notice, code: 'corrected' }
    return outcome.result
  }

  return {
    async *indicators(args, label) {
      const result = yield* call('query_health_indicators', args, label)
      if (!isRecord(result) || !isIndicatorResult(result)) throw unreadable('query_health_indicators')
      if (!result.success) throw new LookupFailed('tool_failed', result.error ?? result.message, result.hint ?? '')
      return result
    },
    async *genotypes(rsids, label) {
      const result = yield* call('get_genetic_data', { rsid: [...rsids], limit: 50 }, label)
      if (!isRecord(result) || !isGeneticResult(result)) throw unreadable('get_genetic_data')
      if (!result.success) throw new LookupFailed('tool_failed', result.error ?? result.message, result.hint ?? '')
      return result
    },
  }
}

function unreadable(tool: string): LookupFailed {
  return new LookupFailed(
    'unreadable_result',
    `${tool} gave an answer of another shape.`,
    'A tool of your own may have taken its name.',
  )
}

/** A person's own tool may stand under the name, so the shape is looked at before it is trusted. */
function isIndicatorResult(value: Record<string, unknown>): value is Record<string, unknown> & IndicatorResult {
  return (
    typeof value.success === 'boolean' &&
    typeof value.message === 'string' &&
    isRecord(value.indicators) &&
    Object.values(value.indicators).every(
      (i) =>
        isRecord(i) &&
        typeof i.unit === 'string' &&
        typeof i.count === 'number' &&
        isRecord(i.coverage) &&
        Array.isArray(i.sources),
    )
  )
}

function isGeneticResult(value: Record<string, unknown>): value is Record<string, unknown> & GeneticResult {
  return (
    typeof value.success === 'boolean' &&
    Array.isArray(value.results) &&
    value.results.every((r) => isRecord(r) && typeof r.rsid === 'string' && typeof r.status === 'string')
  )
}

function previewOf(result: unknown): { preview: unknown; truncated: boolean } {
  let truncated = false
  const shorten = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      if (value.length > previewRows) truncated = true
      return value.slice(0, previewRows).map(shorten)
    }
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, shorten(v)])) : value
  }
  return { preview: shorten(result), truncated }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
