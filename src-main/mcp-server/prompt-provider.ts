/** Where an endpoint's prompts come from. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import type { Asking, ClientChannel } from './client-channel.ts'
import type { Completion, CompletionArgument } from './resource-provider.ts'

export interface PromptRequest {
  readonly signal: AbortSignal
  readonly client: ClientChannel
}

export interface PromptProvider {
  /** Sorted by name. */
  list(): Promise<readonly Prompt[]>
  /** Null: there is no such prompt. `args` hold what the client sent, checked against nothing. */
  get(
    name: string,
    args: Readonly<Record<string, string>>,
    request: PromptRequest,
  ): Promise<GetPromptResult | Asking | null>
  /** Values for an argument; null: there is no such prompt. */
  complete?(name: string, argument: CompletionArgument): Promise<Completion | null>
  /** Returns the unsubscribe function. */
  onChanged(listener: () => void): () => void
}
