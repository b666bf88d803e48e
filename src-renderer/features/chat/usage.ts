/** What the model calls of one answer used, added up. What one of them did not say is not known of the whole. Pure. */
import type { AgentEvent } from '../../../src-main/agents/events.ts'

export interface Usage {
  /** In the order they answered, each once. */
  readonly models: readonly string[]
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly cachedTokens: number | null
  /** Null where a price is not known, which is never 0. */
  readonly costUsd: number | null
}

/** Null for an answer without a model. */
export function usageOf(events: readonly AgentEvent[]): Usage | null {
  const calls = events.flatMap((event) => (event.type === 'usage' ? [event] : []))
  if (calls.length === 0) return null
  const total = (pick: (call: (typeof calls)[number]) => number | null | undefined) => {
    const values = calls.map((call) => pick(call) ?? null)
    return values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  }
  return {
    models: [...new Set(calls.map(({ model }) => model))],
    inputTokens: total((call) => call.inputTokens),
    outputTokens: total((call) => call.outputTokens),
    cachedTokens: total((call) => call.cachedTokens),
    costUsd: total((call) => call.costUsd),
  }
}

/** "$0.0042", "$1.20": two digits that say something, and never a price rounded to nothing. */
export function costText(costUsd: number, locale: string): string {
  if (costUsd > 0 && costUsd < 0.0001) return `< ${dollars(0.0001, 4, locale)}`
  return dollars(costUsd, costUsd === 0 || costUsd >= 1 ? 2 : costUsd >= 0.01 ? 3 : 4, locale)
}

function dollars(value: number, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale === 'en' ? 'en-US' : locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: digits,
  }).format(value)
}
