/** Questions of a server in the words of the seam: what kind, and who may answer. Pure. */
import type { InputRequest } from '@modelcontextprotocol/client'
import type { CallingClient, QuestionKind } from '../model/asking.ts'

export interface Question {
  readonly kind: QuestionKind
  readonly params: Readonly<Record<string, unknown>>
}

export function questionOf(request: InputRequest): Question {
  const params: Readonly<Record<string, unknown>> = { ...request.params }
  switch (request.method) {
    case 'elicitation/create':
      return { kind: params.mode === 'url' ? 'url' : 'form', params }
    case 'sampling/createMessage':
      return { kind: 'sampling', params }
    case 'roots/list':
      return { kind: 'roots', params }
  }
}

/** The client behind the call goes before the person in the app: it is what the person is looking at. */
export function goesToClient(question: Question, client: CallingClient | undefined): boolean {
  return client?.canAnswer(question.kind) === true
}
