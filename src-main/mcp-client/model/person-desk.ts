/** Questions that wait for the person in the app (desk/person-desk.ts): may this tool run, fill in this form, … */

export type DeskQuestion =
  | {
      readonly kind: 'tool'
      readonly server: string
      readonly tool: string
      readonly args: unknown
      /** Self-reported by who called. */
      readonly actor: string
    }
  /** elicitation/create of a server. `schema` is its requestedSchema. */
  | {
      readonly kind: 'form'
      readonly server: string
      readonly message: string
      readonly schema: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'url'; readonly server: string; readonly message: string; readonly url: string }
  /** sampling/createMessage of a server. */
  | { readonly kind: 'sampling'; readonly server: string; readonly params: Readonly<Record<string, unknown>> }

export type DeskAnswer =
  /** `always`: not asked again for this tool. */
  | { readonly kind: 'tool'; readonly allow: boolean; readonly always?: boolean }
  | {
      readonly kind: 'form'
      readonly action: 'accept' | 'decline' | 'cancel'
      readonly content?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'url'; readonly action: 'accept' | 'decline' | 'cancel' }
  | { readonly kind: 'sampling'; readonly allow: boolean; readonly text?: string }

export interface PendingQuestion {
  readonly id: string
  readonly userId: number
  readonly question: DeskQuestion
  /** ISO instants. */
  readonly askedAt: string
  readonly expiresAt: string
}

export interface PersonDesk {
  /** Null: nobody answered in time, it was withdrawn, or nobody is there to ask (no window and no page). */
  ask(userId: number, question: DeskQuestion, signal?: AbortSignal): Promise<DeskAnswer | null>
  pending(userId: number): PendingQuestion[]
  /** False when it does not wait any more. Throws nothing; an answer of another kind is refused with false. */
  answer(userId: number, id: string, answer: DeskAnswer): boolean
  onChanged(listener: () => void): () => void
  close(): void
}
