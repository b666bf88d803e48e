/** What a call of the model used, as its provider counted it. What was not told is unknown, which is never 0. Pure. */
import type { AIMessage } from '@langchain/core/messages'
import type { AgentEvent, ModelRef } from '../../events.ts'

export function usageEvent(message: Pick<AIMessage, 'usage_metadata'>, { provider, model }: ModelRef): AgentEvent {
  const usage = message.usage_metadata
  // Zero of both is what libraries put where the provider told nothing.
  const isKnown = usage !== undefined && usage.input_tokens + usage.output_tokens > 0
  return {
    type: 'usage',
    model,
    provider,
    inputTokens: isKnown ? usage.input_tokens : null,
    outputTokens: isKnown ? usage.output_tokens : null,
    cachedTokens: isKnown ? (usage.input_token_details?.cache_read ?? null) : null,
    reasoningTokens: isKnown ? (usage.output_token_details?.reasoning ?? null) : null,
  }
}
