/**
 * What a request says again each time: earlier turns, the question, and what was said and found since. Requests are
 * stateless (`store: false`, no id of an earlier answer): the provider keeps nothing to be mixed up between two
 * conversations or two branches of one, an edited question cannot meet an answer that it never got, and no id can be
 * stale. The price is the input tokens of the history, which the provider's prompt cache takes most of.
 */
import type { Turn } from '../events.ts'
import { estimatedTokens } from '../models/token-estimate.ts'
import type { CallResult } from './wire.ts'

export interface Message {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** Results are cut to this when the model's context was too small. */
const SHORT_RESULT = 4_000

/** What followed the question: what the model said in its provider's items, and what came back from tools. */
type Said<Item> =
  | { readonly kind: 'model'; readonly items: readonly Item[] }
  | { readonly kind: 'results'; readonly results: readonly CallResult[] }
  | { readonly kind: 'items'; readonly items: readonly Item[] }

export class Transcript<Item> {
  #messages: readonly Message[]
  #since: Said<Item>[] = []

  constructor(messages: readonly Message[]) {
    this.#messages = messages
  }

  get messages(): readonly Message[] {
    return this.#messages
  }

  get since(): readonly Said<Item>[] {
    return this.#since
  }

  model(items: readonly Item[]): void {
    if (items.length > 0) this.#since.push({ kind: 'model', items })
  }

  results(results: readonly CallResult[]): void {
    this.#since.push({ kind: 'results', results })
  }

  /** Items of ours that are no results, e.g. an approval. */
  items(items: readonly Item[]): void {
    this.#since.push({ kind: 'items', items })
  }

  /** Drops the older half of the earlier turns, at least one, and shortens what tools found. */
  shrink(): { readonly turns: number } | null {
    const earlier = this.#messages.slice(0, -1)
    const questions = earlier.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
    const turns = Math.ceil(questions.length / 2)
    const from = turns === 0 ? 0 : (questions[turns] ?? earlier.length)
    let isShortened = false
    this.#since = this.#since.map((said) => {
      if (said.kind !== 'results') return said
      return {
        ...said,
        results: said.results.map((result) => {
          if (result.text.length <= SHORT_RESULT) return result
          isShortened = true
          return { ...result, text: `${result.text.slice(0, SHORT_RESULT)}\n[cut: ask for less at once]` }
        }),
      }
    })
    this.#messages = this.#messages.slice(from)
    return turns > 0 || isShortened ? { turns } : null
  }
}

/** Earlier turns as messages: what was asked and what was answered, without reasoning and tool results. */
export function messagesOf(history: readonly Turn[]): Message[] {
  return history.flatMap((turn): Message[] => {
    const answer = turn.events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
    const files = turn.attachments.map(({ name }) => name)
    const attached = files.length === 0 ? '' : `\n\n[Attached then: ${files.join(', ')}]`
    const asked: Message = { role: 'user', text: `${turn.question}${attached}` }
    return answer.trim() === '' ? [asked] : [asked, { role: 'assistant', text: answer }]
  })
}

/** Leaves out the oldest turns until the rest is at most `tokens`, as they are estimated here. */
export function within(
  messages: readonly Message[],
  tokens: number,
): { readonly messages: readonly Message[]; readonly leftOut: number } {
  let kept = messages
  let leftOut = 0
  while (kept.length > 0 && kept.reduce((sum, { text }) => sum + estimatedTokens(text), 0) > tokens) {
    const next = kept.findIndex(({ role }, at) => at > 0 && role === 'user')
    kept = next < 0 ? [] : kept.slice(next)
    leftOut++
  }
  return { messages: kept, leftOut }
}
