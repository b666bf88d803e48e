/** What external servers share with connected apps besides tools, as an endpoint asks for it (mcp-client gives it). */
import type {
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  InputRequests,
  JSONValue,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { ClientChannel } from '../client-channel.ts'

export interface SharedServer {
  readonly id: string
  readonly resources: readonly Resource[]
  readonly templates: readonly ResourceTemplateType[]
  readonly prompts: readonly { readonly offered: Prompt; readonly ownName: string }[]
  /** Resources that its tools name as their views (MCP Apps), listed or not. */
  readonly views: ReadonlySet<string>
  readonly completes: boolean
  /** ISO instant of its lists, and what it said of how long they may be kept; null: nothing. */
  readonly listedAt: string
  readonly ttlMs: number | null
}

/** Failure is data. */
export type SharedAnswer<T> =
  | {
      readonly ok: true
      readonly answer:
        | { readonly result: T }
        | { readonly ask: { readonly requests: InputRequests; readonly state?: JSONValue } }
    }
  | {
      readonly ok: false
      readonly fault: {
        readonly code: string
        readonly message: { readonly en: string }
        readonly hint: { readonly en: string }
      }
    }

export interface SharedRequest {
  readonly signal?: AbortSignal
  readonly client?: ClientChannel
}

export interface SharedServers {
  /** In the person's order; what comes first has a name that two have. */
  of(userId: number, agent?: string): Promise<readonly SharedServer[]>
  readResource(id: string, uri: string, request?: SharedRequest): Promise<SharedAnswer<ReadResourceResult>>
  getPrompt(
    id: string,
    name: string,
    args: Readonly<Record<string, string>>,
    request?: SharedRequest,
  ): Promise<SharedAnswer<GetPromptResult>>
  complete(id: string, params: CompleteRequest['params'], signal?: AbortSignal): Promise<CompleteResult | null>
  onChanged(listener: (userId: number, what: 'resources' | 'prompts') => void): () => void
  onResourceUpdated(listener: (id: string, uri: string) => void): () => void
}
