/**
 * Warnings about a tool as its server describes it: text that nobody sees, too much text, and text that is written to
 * the model instead of describing the tool (tool poisoning; OWASP LLM01).
 */
import type { Tool } from '@modelcontextprotocol/client'
import { textWarnings } from './text-warnings.ts'
import { type TrustWarning, warning } from './warning.ts'

/** Bytes of UTF-8; the figures of docs on what is passed to a model. */
const MAX_DESCRIPTION_BYTES = 2_048
const MAX_SCHEMA_BYTES = 65_536
const MAX_TEXTS = 2_000

const instructions: readonly RegExp[] = [
  /<\s*\/?\s*(important|system|secret|instructions?|admin|critical)\s*>/i,
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|all|other|any)\b.{0,40}\b(instructions?|rules?|prompts?|tools?)\b/is,
  /\b(do not|don't|never|without)\b.{0,30}\b(tell|mention|inform|notify|reveal|show|telling|mentioning|informing|asking)\b.{0,40}\b(user|human|person|anyone)\b/is,
  /\b(before|when|whenever|after)\b.{0,20}\busing (this|any|another)( other)? tool\b.{0,80}\b(read|send|call|include|pass|copy)\b/is,
  /\byou (must|should|have to) (always|first|also)\b.{0,80}\b(read|send|call|include|pass|copy|append|forward)\b/is,
  /\b(read|send|include|pass|upload|copy)\b.{0,60}(~\/\.|\.ssh\b|id_rsa\b|\.env\b|mcp\.json\b|\bcredentials?\b|\bprivate key\b|\bsystem prompt\b|\bconversation history\b)/is,
  /(忽略|无视|忘记).{0,20}(之前|以上|先前|所有|其他).{0,20}(指令|指示|规则|提示|工具)/s,
  /(不要|不得|切勿|别).{0,10}(告诉|告知|提及|透露|通知).{0,10}(用户|任何人|对方)/s,
]

export function toolWarnings(tool: Tool): TrustWarning[] {
  const schemas = { inputSchema: tool.inputSchema, outputSchema: tool.outputSchema }
  const texts = [
    { place: 'name', text: tool.name },
    { place: 'title', text: tool.title ?? '' },
    { place: 'title', text: tool.annotations?.title ?? '' },
    { place: 'description', text: tool.description ?? '' },
    ...schemaTexts(schemas),
  ]
  return [
    ...texts.flatMap(({ place, text }) => [
      ...textWarnings(place, text, 'prose'),
      ...instructionWarnings(place, text),
      ...sizeWarnings(place, Buffer.byteLength(text), MAX_DESCRIPTION_BYTES),
    ]),
    ...sizeWarnings('inputSchema', schemaBytes(tool.inputSchema), MAX_SCHEMA_BYTES),
    ...sizeWarnings('outputSchema', schemaBytes(tool.outputSchema), MAX_SCHEMA_BYTES),
  ]
}

function instructionWarnings(place: string, text: string): TrustWarning[] {
  if (!instructions.some((pattern) => pattern.test(text.slice(0, 20_000)))) return []
  return [
    warning(
      'instructions-to-model',
      place,
      'It reads like orders to the model rather than a description of the tool.',
      '它读起来像是在指挥模型，而不是在说明工具。',
    ),
  ]
}

function sizeWarnings(place: string, bytes: number, most: number): TrustWarning[] {
  if (bytes <= most) return []
  return [
    warning(
      'oversize-description',
      place,
      `It is ${bytes} bytes long, more than the ${most} that a model needs to be told.`,
      `它有 ${bytes} 字节，超过了告诉模型所需的 ${most} 字节。`,
    ),
  ]
}

/** Zero for none; too deep to be written is too much. */
function schemaBytes(schema: unknown): number {
  if (schema === undefined) return 0
  try {
    return Buffer.byteLength(JSON.stringify(schema))
  } catch {
    return Number.MAX_SAFE_INTEGER
  }
}

/** Every text and every key of the schemas, wide before deep and without recursion. */
function schemaTexts(root: Readonly<Record<string, unknown>>): { place: string; text: string }[] {
  const texts: { place: string; text: string }[] = []
  const open: { place: string; value: unknown }[] = Object.entries(root).map(([place, value]) => ({ place, value }))
  for (let at = 0; at < open.length && texts.length < MAX_TEXTS && at < MAX_TEXTS * 4; at++) {
    const { place, value } = open[at] ?? { place: '', value: null }
    if (typeof value === 'string') texts.push({ place, text: value })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const inner = Array.isArray(value) ? `${place}[${key}]` : `${place}.${key}`
        if (!Array.isArray(value)) texts.push({ place: inner, text: key })
        open.push({ place: inner, value: member })
      }
    }
  }
  return texts
}
