/** The question as messages: with the text of its files, and, after a crash, with what was said before it. */
import type { AgentEvent, AgentInput } from '../events.ts'
import type { FileSpace } from '../files/types.ts'
import type { Message } from './transcript.ts'

/** Characters of one file's text; longer ones belong to an agent that can read them piece by piece. */
const FILE_LIMIT = 40_000

export type QuestionPart =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'unreadable'; readonly name: string }

/** Marks the run's gate for every file that was read: its text is a stranger's, and about the person. Never rejects. */
export async function questionMessages(
  { question, attachments, resumed, gate }: AgentInput,
  files: Pick<FileSpace, 'raw'> | null,
): Promise<QuestionPart[]> {
  const parts: QuestionPart[] = []
  const texts: string[] = []
  for (const { name } of attachments) {
    const found = files === null ? null : await files.raw(`/uploads/${name}`)
    const text = found?.ok ? found.text : null
    if (text === null) {
      parts.push({ kind: 'unreadable', name })
      continue
    }
    gate.mark({ hasPrivate: true, untrusted: name })
    const cut = text.length > FILE_LIMIT ? `\n[cut after ${FILE_LIMIT} characters of ${text.length}]` : ''
    texts.push(`<file name=${JSON.stringify(name)}>\n${text.slice(0, FILE_LIMIT)}${cut}\n</file>`)
  }
  parts.push({ kind: 'message', message: { role: 'user', text: [question, ...texts].join('\n\n') } })
  if (resumed !== null) parts.push(...goingOn(resumed).map((message) => ({ kind: 'message' as const, message })))
  return parts
}

function goingOn(said: readonly AgentEvent[]): Message[] {
  const text = said.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  const ended = new Set(said.flatMap((event) => (event.type === 'tool_result' ? [event.id] : [])))
  const open = said.flatMap((event) => (event.type === 'tool_call' && !ended.has(event.id) ? [event.tool] : []))
  const unknown =
    open.length === 0
      ? ''
      : ` It is not known whether these calls took effect: ${open.join(', ')}. Do not repeat one that changes something; tell the person instead.`
  const goOn: Message = { role: 'user', text: `[The answer was interrupted here. Go on with it.${unknown}]` }
  return text.trim() === '' ? [goOn] : [{ role: 'assistant', text }, goOn]
}
