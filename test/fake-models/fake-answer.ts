/** What a scripted model says, whatever the wire, and what a script can read of the question. */

export interface FakeToolCall {
  /** `call_1`, `call_2`, … in the order of the whole server when absent. */
  readonly id?: string
  readonly name: string
  /** An object is written as JSON; a text goes out as it is, also when it is no JSON. */
  readonly args: unknown
}

export interface FakeAnswer {
  readonly reasoning?: string
  readonly text?: string
  readonly toolCalls?: readonly FakeToolCall[]
  /** Null leaves it out of the answer. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number } | null
  readonly finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter'

  /** An answer that is no model's: its status, headers and body (a text goes out as it is). Everything above is unused. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown

  /** Waits this long before anything is sent, and before each piece after that. */
  readonly firstMs?: number
  readonly tokenMs?: number
  /** Characters of a piece of text; 4 by default, which cuts words. */
  readonly tokenChars?: number
  /** Writes go out in so many bytes each, which cuts lines and characters of several bytes. */
  readonly writeBytes?: number
  /** Cuts the connection after so many events. */
  readonly cutAfter?: number
  /** Cuts as if all had been said: the body ends properly, the answer does not. */
  readonly isCutQuietly?: boolean
  /** Says nothing, and keeps the connection open until the client hangs up. */
  readonly isSilent?: boolean
}

export interface FakeMessage {
  readonly role: string
  readonly content: unknown
  readonly reasoning_content?: unknown
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

/** The question, in the form of chat completions on every wire. */
export interface FakeQuestion {
  readonly model: string
  readonly stream: boolean
  readonly messages: readonly FakeMessage[]
  /** Names of the tools that were offered. */
  readonly tools: readonly string[]
  /** As it came. */
  readonly body: Readonly<Record<string, unknown>>
  /** 0 for the first question to this server. */
  readonly index: number
}

/** A scripted model: decides by the question what to answer. A list answers in turn, its last entry from then on. */
export type Brain = ((question: FakeQuestion) => FakeAnswer | Promise<FakeAnswer>) | readonly FakeAnswer[]

export async function answerOf(brain: Brain, question: FakeQuestion): Promise<FakeAnswer> {
  if (typeof brain === 'function') return brain(question)
  const answer = brain[Math.min(question.index, brain.length - 1)]
  if (answer === undefined) throw new Error('a script needs at least one answer')
  return answer
}

/** The text of a message, also where it comes in parts. */
export function textOf(message: FakeMessage | undefined): string {
  const content = message?.content
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : '',
    )
    .join('')
}

/** What the person asked last. */
export const lastQuestion = (question: FakeQuestion): string =>
  textOf(question.messages.findLast((message) => message.role === 'user'))

/** The results of the tool calls since the person's last message, in order. */
export function toolResults(question: FakeQuestion): { readonly id: string; readonly text: string }[] {
  const from = question.messages.findLastIndex((message) => message.role === 'user')
  return question.messages
    .slice(from + 1)
    .filter((message) => message.role === 'tool')
    .map((message) => ({ id: message.tool_call_id ?? '', text: textOf(message) }))
}

/** The system prompt, whole. */
export const systemText = (question: FakeQuestion): string =>
  question.messages
    .filter((message) => message.role === 'system' || message.role === 'developer')
    .map((message) => textOf(message))
    .join('\n')
