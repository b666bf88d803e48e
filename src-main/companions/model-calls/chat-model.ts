/** A question to a model at any OpenAI-compatible address (POST /chat/completions, platform.openai.com/docs/api-reference). */
import * as z from 'zod'
import { type Environment, setting } from '../companion.ts'

const LIMIT_MS = 600_000

export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: string } }

export interface ModelService {
  readonly baseUrl: string
  readonly key: string | null
  readonly model: string
}

const reply = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullable() }), finish_reason: z.string().nullish() }))
    .min(1),
})

/** `<NAME>_BASE_URL`, `<NAME>_API_KEY`, `<NAME>_MODEL`, each with the common OPENAI_* behind it; null without key and address. */
export function modelService(env: Environment, name: string, defaultModel: string): ModelService | null {
  const baseUrl = setting(env, `${name}_BASE_URL`) ?? setting(env, 'OPENAI_BASE_URL')
  const key = setting(env, `${name}_API_KEY`) ?? setting(env, 'OPENAI_API_KEY')
  if (baseUrl === null && key === null) return null
  return {
    baseUrl: (baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/, ''),
    key,
    model: setting(env, `${name}_MODEL`) ?? defaultModel,
  }
}

/** The model's text. Rejects with what the service said, or when the answer is empty. */
export async function askModel(
  service: ModelService,
  { system, content, signal }: { system: string; content: readonly ContentPart[]; signal?: AbortSignal },
): Promise<string> {
  const response = await request(service, '/chat/completions', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: service.model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
    }),
    signal,
  })
  const [choice] = reply.parse(await response.json()).choices
  const text = choice?.message.content?.trim()
  if (text) return text
  throw new Error(`${service.model} gave an empty answer${choice?.finish_reason ? ` (${choice.finish_reason})` : ''}.`)
}

/** Speech to text: POST /audio/transcriptions. */
export async function transcribe(service: ModelService, file: File, signal?: AbortSignal): Promise<string> {
  const form = new FormData()
  form.set('model', service.model)
  form.set('file', file)
  const response = await request(service, '/audio/transcriptions', { body: form, signal })
  return z.object({ text: z.string() }).parse(await response.json()).text
}

async function request(
  { baseUrl, key }: ModelService,
  path: string,
  { headers = {}, body, signal }: { headers?: Record<string, string>; body: string | FormData; signal?: AbortSignal },
): Promise<Response> {
  const limit = AbortSignal.timeout(LIMIT_MS)
  const host = new URL(baseUrl).host
  let response: Response
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
      body,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (error) {
    signal?.throwIfAborted()
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new Error(`The model service at ${host} could not be reached: ${cause}.`, { cause: error })
  }
  if (response.ok) return response
  throw new Error(`The model service at ${host} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
}
