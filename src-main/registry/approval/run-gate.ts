/**
 * What one run of an agent brings to the door: whom to ask, and what the run has read so far. One gate a run; its agent,
 * its REPL and its sub-agents all call with the same one, so that none of them finds another way in.
 */

/** `once` lets this call through; the others are remembered for the tool as it is now: in this conversation, or from now on. */
export type ApprovalChoice = 'once' | 'conversation' | 'always'

/** Why a call waits. */
export type ApprovalReason =
  /** It changes something. */
  | 'writes'
  /** It may send something out of this computer. */
  | 'outward'
  /** It may send something out, and both the person's data and strangers' text have been read: asked each time. */
  | 'private_and_untrusted'
  /** The person set "ask" for this tool of a server. */
  | 'policy'
  /** A command for the shell: asked each time. */
  | 'shell'
  /** A note about the person that would be kept. */
  | 'memory'
  /** Not a tool: a provider that was not allowed yet is about to get this conversation. */
  | 'provider'

/** What a provider is about to get, in the words of the card that asks. */
export interface ProviderConsent {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly model: string
  /** 'sends': the hub sends what tools read. 'fetches': the provider calls the hub's tools itself at `MCP_PUBLIC_URL`. */
  readonly way: 'sends' | 'fetches'
  /** Names of tools that it may call by itself, for 'fetches'. */
  readonly tools: readonly string[]
}

/** What has come into a conversation, which decides what may go out of it without asking. */
export interface Taint {
  /** Something about the person was read, or stands in the prompt. */
  readonly hasPrivate: boolean
  /** Where text that strangers could have written came from: servers, documents. */
  readonly untrusted: readonly string[]
}

export interface ApprovalRequest {
  readonly callId: string
  readonly tool: string
  readonly server?: string
  readonly args: unknown
  readonly reason: ApprovalReason
  readonly choices: readonly ApprovalChoice[]
  /** The tool as it is now (name, schema, description, server's target), which a remembered answer is bound to. */
  readonly toolHash: string
}

export type ApprovalDecision =
  /** `isRemembered`: an earlier answer covered it, and nobody has seen this very call. */
  | { readonly isAllowed: true; readonly choice: ApprovalChoice; readonly isRemembered?: boolean }
  | {
      readonly isAllowed: false
      readonly why: 'rejected' | 'expired' | 'stopped' | 'unattended'
      readonly reason?: string
    }

export interface RunGate {
  readonly runId: string | null
  readonly conversationId: string | null
  taint(): Taint
  /** Remembered for the conversation, before the result is handed on. */
  mark(read: { readonly hasPrivate?: boolean; readonly untrusted?: string }): void
  /** Resolves when what was marked so far is stored, or told to be lost. Never rejects. */
  settled?(): Promise<void>
  /** Answers at once where a remembered answer covers it and `choices` has more than `once`. Never rejects. */
  approve(request: ApprovalRequest, signal?: AbortSignal): Promise<ApprovalDecision>
  /** Whether this person lets a provider have the conversation; asks the first time, and again after 90 days. */
  consent(provider: ProviderConsent, signal?: AbortSignal): Promise<ApprovalDecision>
  /** Puts a question of the agent to the person; null when nobody answers in time. */
  question(
    question: { readonly callId: string; readonly question: string; readonly options: readonly string[] },
    signal?: AbortSignal,
  ): Promise<string | null>
}
