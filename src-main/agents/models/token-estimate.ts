/**
 * How many tokens a text will about be, counted here: the real tokenizers would have to be fetched from the network, and
 * each provider has its own. Errs on the high side, so that a conversation is shortened too early rather than refused.
 */

/** Tokens for what no text tells: an image, a page of a document. */
const MEDIA_TOKENS = 1_500
/** What a message costs besides its text: role, limits. */
const MESSAGE_TOKENS = 4

/** Han, kana, hangul and their punctuation: about one token a character in every vocabulary. */
const cjk = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u

/** Tokens of a text, rounded up; 0 for none. */
export function estimatedTokens(text: string): number {
  let tokens = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) tokens += isWordLike(code) ? 0.25 : 0.65
    else if (cjk.test(character)) tokens += 1
    else if (code > 0xffff) tokens += 2
    else tokens += 0.5
  }
  return Math.ceil(tokens)
}

/** Letters and spaces go together in words; digits and signs of code and tables do not. */
const isWordLike = (code: number): boolean =>
  code === 0x20 || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

/** A message of LangChain or of a provider, as far as it counts. */
export interface CountedMessage {
  readonly content: unknown
  readonly tool_calls?: unknown
}

/** Tokens of messages with their tool calls; images and files count a fixed number each, not their base64. */
export function estimatedMessageTokens(messages: readonly CountedMessage[]): number {
  return messages.reduce(
    (sum, { content, tool_calls }) => sum + MESSAGE_TOKENS + contentTokens(content) + jsonTokens(tool_calls),
    0,
  )
}

function contentTokens(content: unknown): number {
  if (typeof content === 'string') return estimatedTokens(content)
  if (!Array.isArray(content)) return 0
  return content.reduce((sum: number, part: unknown) => sum + partTokens(part), 0)
}

function partTokens(part: unknown): number {
  if (typeof part === 'string') return estimatedTokens(part)
  if (typeof part !== 'object' || part === null) return 0
  for (const key of ['text', 'thinking', 'reasoning']) {
    const text: unknown = Reflect.get(part, key)
    if (typeof text === 'string') return estimatedTokens(text)
  }
  const type: unknown = Reflect.get(part, 'type')
  return typeof type === 'string' && /image|file|document|audio|video|media/.test(type)
    ? MEDIA_TOKENS
    : jsonTokens(part)
}

function jsonTokens(value: unknown): number {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 0
  return estimatedTokens(JSON.stringify(value))
}
