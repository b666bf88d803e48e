/** What the dialog of a question hands to the body that fits its kind. */
import type { MouseEvent, ReactNode } from 'react'
import type { QuestionAnswer, QuestionView } from '../../../src-main/api/contract/questions.ts'

export interface QuestionProps<Kind extends QuestionView['question']['kind']> {
  readonly question: Extract<QuestionView['question'], { kind: Kind }>
  /** Words at the left of the buttons: how long it waits, how many others do. */
  readonly footnote: ReactNode
  readonly isSettled: boolean
  /**
   * Whether a press on No was meant for it: a click by keyboard has no count, and one soon after the question appeared
   * was meant for what lay under it.
   */
  readonly isMeant: (event: MouseEvent) => boolean
  /** Which button is busy. */
  readonly busy: string | null
  /** Why the answer did not arrive. */
  readonly error: unknown
  readonly onAnswer: (name: string, answer: QuestionAnswer) => void
  readonly onLater: () => void
}
