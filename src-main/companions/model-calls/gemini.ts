/** Gemini, which watches YouTube by address (ai.google.dev/gemini-api/docs/video-understanding). */
import * as z from 'zod'
import { type Environment, setting } from '../companion.ts'

const LIMIT_MS = 600_000
const reply = z.object({
  candidates: z
    .array(z.object({ content: z.object({ parts: z.array(z.object({ text: z.string().optional() })) }) }))
    .default([]),
})

export interface Gemini {
  /** What the model says about the video. Rejects with what the service said. */
  watch(video: string, question: string, signal?: AbortSignal): Promise<string>
}

/** Null without GEMINI_API_KEY. */
export function gemini(env: Environment): Gemini | null {
  const key = setting(env, 'GEMINI_API_KEY')
  if (key === null) return null
  const base = (setting(env, 'GEMINI_BASE_URL') ?? 'https://generativelanguage.googleapis.com').replace(/\/+$/, '')
  const model = setting(env, 'GEMINI_MODEL') ?? 'gemini-2.5-pro'
  return {
    async watch(video, question, signal) {
      const limit = AbortSignal.timeout(LIMIT_MS)
      const response = await fetch(`${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-goog-api-key': key },
        body: JSON.stringify({ contents: [{ parts: [{ file_data: { file_uri: video } }, { text: question }] }] }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      if (!response.ok) throw new Error(`Gemini answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
      const text = (reply.parse(await response.json()).candidates[0]?.content.parts ?? [])
        .map((part) => part.text ?? '')
        .join('')
      if (text.trim() === '') throw new Error('Gemini gave an empty answer.')
      return text.trim()
    },
  }
}
