/** What is known of models whose provider's list tells no more than their names. Pure. */
import type { ModelInfo, PresetId, Wire } from './types.ts'

/** When nobody says how much a model reads. Small enough for nearly all that are in use. */
const UNKNOWN_CONTEXT = 32_000
/** More than this Ollama reserves memory for that most computers do not have. */
const OLLAMA_CONTEXT = 16_384

interface Fact {
  readonly name: RegExp
  readonly context: number
  readonly images: boolean
  readonly reasons: boolean
}

/** Published limits; the first that matches counts. */
const facts: readonly Fact[] = [
  { name: /^gpt-[5-9].*chat/, context: 128_000, images: true, reasons: false },
  { name: /^gpt-[5-9]/, context: 272_000, images: true, reasons: true },
  { name: /^gpt-4\.1/, context: 1_000_000, images: true, reasons: false },
  { name: /^(gpt-4o|chatgpt-4o)/, context: 128_000, images: true, reasons: false },
  { name: /^gpt-4-turbo/, context: 128_000, images: true, reasons: false },
  { name: /^gpt-4/, context: 8_192, images: false, reasons: false },
  { name: /^gpt-3\.5/, context: 16_385, images: false, reasons: false },
  { name: /^o\d/, context: 200_000, images: true, reasons: true },
  { name: /^claude-/, context: 200_000, images: true, reasons: true },
  { name: /^gemini-/, context: 1_000_000, images: true, reasons: true },
  { name: /^deepseek-(reasoner|r\d)/, context: 64_000, images: false, reasons: true },
  { name: /^deepseek/, context: 64_000, images: false, reasons: false },
  { name: /^(qwen.*vl|qvq)/, context: 32_000, images: true, reasons: false },
  { name: /^qwq/, context: 128_000, images: false, reasons: true },
  { name: /^qwen(\d|-max|-plus|-turbo|-flash)/, context: 128_000, images: false, reasons: false },
]

const factOf = (id: string): Fact | undefined => {
  const bare = id.toLowerCase().replace(/^.*\//, '')
  return facts.find(({ name }) => name.test(bare))
}

/** A model by its name alone; what its provider said of it goes over what is known. */
export function modelInfo(id: string, said: Partial<Omit<ModelInfo, 'id'>> = {}, wire?: Wire): ModelInfo {
  const fact = factOf(id)
  return {
    id,
    name: said.name ?? id,
    contextWindow: said.contextWindow ?? null,
    supportsTools: said.supportsTools ?? null,
    supportsImages: said.supportsImages ?? fact?.images ?? null,
    // Chat completions have no agreed way to hand over a document.
    supportsPdf:
      said.supportsPdf ?? (wire === undefined || wire === 'openai-compatible' || wire === 'ollama' ? false : null),
    reasons: said.reasons ?? fact?.reasons ?? null,
    isManual: said.isManual ?? false,
  }
}

/** Tokens that a model reads, with a careful guess where nobody says. */
export function contextOf({ id, contextWindow }: ModelInfo, preset: PresetId): number {
  const said = contextWindow ?? factOf(id)?.context ?? UNKNOWN_CONTEXT
  return preset === 'ollama' ? Math.min(contextWindow ?? OLLAMA_CONTEXT, OLLAMA_CONTEXT) : said
}

/** Names of models that do not answer questions in text: embeddings, speech, pictures, moderation. */
const others =
  /embed|bge-|rerank|whisper|transcribe|\btts\b|-tts|speech|voice|dall-e|imagen|(^|[-/])image([-/]|$)|stable-diffusion|flux|sora|veo-|wanx?\d|moderation|guard|realtime|(^|-)audio|-live|davinci|babbage|computer-use|aqa|ocr|paraformer|cosyvoice|sambert|asr|robotics|-instruct-\d{4}$/i

/** Whether a listed name is one to chat with. */
export const chats = (id: string): boolean => !others.test(id.replace(/:.*$/, ''))
