/** A JSON-RPC message as tests read it: every field that some answer has, none of them checked. */
export interface WireMessage {
  readonly jsonrpc: string
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly progress?: number }
  readonly result: WireResult
  readonly error: {
    readonly code: number
    readonly message: string
    readonly data: { readonly supported?: readonly string[] }
  }
}

export interface WireResult {
  readonly protocolVersion: string
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly instructions: string
  readonly serverInfo: Readonly<Record<string, unknown>>
  readonly supportedVersions: readonly string[]
  readonly resultType: string
  readonly requestState: string
  readonly tools: readonly { readonly name: string }[]
  readonly isError: boolean
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: Readonly<Record<string, unknown>> & { readonly args: { readonly value: unknown } }
  readonly _meta: Readonly<Record<string, unknown>>
}

/** Reads a message without checking it; what a test asserts is its check. */
export function wireMessage(text: string): WireMessage {
  return JSON.parse(text)
}
