/**
 * A request to a server while it runs. In the older era a server asks its questions in the middle of it: then the
 * request goes on, and whoever called is given the questions and comes back with the answers in a call of its own.
 */
import type { InputRequest } from '@modelcontextprotocol/client'
import type { Upstream, UpstreamRequest } from '../model/connection.ts'
import type { CallClock } from './call-clock.ts'
import { orAborted } from './or-aborted.ts'

interface OpenQuestion {
  readonly request: InputRequest
  answer(value: unknown): void
  withdraw(reason: unknown): void
}

export type RoundEnd<T> = Upstream<T> | { readonly questions: Readonly<Record<string, InputRequest>> }

export class RunningCall<T> {
  readonly clock: CallClock
  /** Of the round that waits; the last one's while nobody does. */
  request: UpstreamRequest = {}
  #outcome: Promise<Upstream<T>> | undefined
  readonly #questions = new Map<string, OpenQuestion>()
  #asked = 0
  #onQuestion: (() => void) | undefined
  #leave: (() => void) | undefined

  constructor(clock: CallClock) {
    this.clock = clock
  }

  /** `outcome` is what the request comes to. */
  start(outcome: Promise<Upstream<T>>): void {
    this.#outcome = outcome
    // It may fail while nobody waits for it.
    outcome.catch(() => {})
    const over = () => this.#end()
    outcome.then(over, over)
  }

  /** Resolves with the outcome, or as soon as there are questions for whoever waits. */
  async round(request: UpstreamRequest): Promise<RoundEnd<T>> {
    const outcome = this.#outcome
    if (!outcome) throw new Error('a call that was not started')
    this.#enter(request)
    try {
      const asked = new Promise<'asked'>((resolve) => {
        this.#onQuestion = () => resolve('asked')
        if (this.#questions.size > 0) resolve('asked')
      })
      const first = await orAborted(Promise.race([outcome, asked]), this.clock.signal)
      if (first !== 'asked') return first
      return { questions: Object.fromEntries([...this.#questions].map(([key, { request }]) => [key, request])) }
    } finally {
      this.#onQuestion = undefined
      this.#leave?.()
      this.#leave = undefined
    }
  }

  /** Puts a question to whoever called; resolves with an answer nobody has checked. */
  ask(request: InputRequest, signal: AbortSignal): Promise<unknown> {
    this.#asked += 1
    const key = `q${this.#asked}`
    this.clock.pause()
    return new Promise<unknown>((resolve, reject) => {
      const settle = (then: () => void) => {
        if (!this.#questions.delete(key)) return
        signal.removeEventListener('abort', withdrawn)
        this.clock.resume()
        then()
      }
      const withdrawn = () => settle(() => reject(signal.reason))
      this.#questions.set(key, {
        request,
        answer: (value) => settle(() => resolve(value)),
        withdraw: (reason) => settle(() => reject(reason)),
      })
      if (signal.aborted) withdrawn()
      else signal.addEventListener('abort', withdrawn, { once: true })
      this.#onQuestion?.()
    })
  }

  /** Answers by the keys of the questions; the rest stays open. */
  answer(answers: Readonly<Record<string, unknown>>): void {
    for (const [key, question] of [...this.#questions]) {
      if (Object.hasOwn(answers, key)) question.answer(answers[key])
    }
  }

  #enter(request: UpstreamRequest): void {
    this.request = request
    const { signal } = request
    if (!signal) return
    const abort = () => this.clock.abort(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    this.#leave = () => signal.removeEventListener('abort', abort)
  }

  #end(): void {
    this.clock.done()
    for (const question of [...this.#questions.values()]) question.withdraw(new Error('the call is over'))
  }
}
