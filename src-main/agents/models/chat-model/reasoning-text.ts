/** What a message or a piece of one tells of the model's reasoning, whichever wire it came over. Pure. */
import { isObject } from '../../../mcp-client/model/json-value.ts'

interface AnyMessage {
  readonly content: unknown
  readonly additional_kwargs?: Readonly<Record<string, unknown>>
}

/** '' where there is none. */
export function reasoningText({ content, additional_kwargs = {} }: AnyMessage): string {
  const { reasoning_content: text, reasoning } = additional_kwargs
  if (typeof text === 'string' && text !== '') return text
  const summary = isObject(reasoning) ? summaryText(reasoning.summary) : ''
  if (summary !== '' || !Array.isArray(content)) return summary
  return content
    .filter(isObject)
    .map((block) => {
      if (typeof block.thinking === 'string') return block.thinking
      if (block.thought === true && typeof block.text === 'string') return block.text
      return block.type === 'reasoning' && typeof block.reasoning === 'string' ? block.reasoning : ''
    })
    .join('')
}

/** What is said to the person: Gemini marks its thoughts as text too. */
export function answerText({ content }: AnyMessage): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isObject)
    .map((block) =>
      block.type === 'text' && block.thought !== true && typeof block.text === 'string' ? block.text : '',
    )
    .join('')
}

/** OpenAI's parts of a summary. */
function summaryText(parts: unknown): string {
  if (!Array.isArray(parts)) return ''
  return parts
    .filter(isObject)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
