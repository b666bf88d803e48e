/** What the hub and the thread of an engine say to each other. */

/** One evaluation. */
export interface EvalOrder {
  readonly code: string
  /** Names in code. */
  readonly tools: readonly string[]
  /** The hub's clock, in epoch milliseconds; it stands still during an evaluation. */
  readonly now: number
  readonly computeMs: number
  readonly chars: number
}

export type ToReplWorker =
  | { readonly type: 'eval'; readonly order: EvalOrder }
  | { readonly type: 'answer'; readonly id: number; readonly json: string }
  | { readonly type: 'refusal'; readonly id: number; readonly message: string }

export type EvalEnd =
  | { readonly kind: 'value'; readonly text: string; readonly isCut: boolean }
  /** Thrown by the code; the engine is well. */
  | { readonly kind: 'thrown'; readonly text: string }
  /** The engine must not be used any more. */
  | { readonly kind: 'dead'; readonly why: 'too_long' | 'out_of_memory' | 'engine_failed'; readonly text: string }

export type FromReplWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'call'; readonly id: number; readonly tool: string; readonly args: string }
  | {
      readonly type: 'end'
      readonly end: EvalEnd
      readonly console: string
      readonly isConsoleCut: boolean
      readonly isUnfinished: boolean
      readonly isSpent: boolean
    }
