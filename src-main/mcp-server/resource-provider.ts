/** Where an endpoint's resources come from, and what they may ask and say. */
import type { CompleteResult, ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Asking, ClientChannel } from './client-channel.ts'

export interface ResourceRequest {
  /** The address of this hub as the client reached it, without a slash at the end; null where it listens nowhere. */
  readonly origin: string | null
  readonly signal: AbortSignal
  readonly client: ClientChannel
}

export interface ResourceProvider {
  /** Sorted by uri. */
  list(): Promise<readonly Resource[]>
  /** Sorted by uriTemplate. */
  templates(): Promise<readonly ResourceTemplateType[]>
  /** Null: there is no such resource. Every call answers with an object of its own. */
  read(uri: string, request: ResourceRequest): Promise<ReadResourceResult | Asking | null>
  /** Values for a variable of a template; null: there is no such template. */
  complete?(uriTemplate: string, argument: CompletionArgument): Promise<Completion | null>
  /** `uri` null: the list is another one. Returns the unsubscribe function. */
  onChanged(listener: (uri: string | null) => void): () => void
}

/** What is being typed, and what was filled in before. */
export interface CompletionArgument {
  readonly name: string
  readonly value: string
  readonly others: Readonly<Record<string, string>>
}

/** At most 100 values, the best first. */
export type Completion = CompleteResult['completion']
