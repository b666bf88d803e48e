/** Google's results by Serper (serper.dev/playground). */
import * as z from 'zod'
import { type Environment, setting } from '../companion.ts'
import type { WebClient } from '../fetching/web-client.ts'

const response = z.object({
  answerBox: z
    .object({ answer: z.string().optional(), snippet: z.string().optional(), title: z.string().optional() })
    .optional(),
  organic: z
    .array(
      z.object({ title: z.string(), link: z.string(), snippet: z.string().default(''), date: z.string().optional() }),
    )
    .default([]),
})

export interface GoogleQuery {
  readonly q: string
  readonly gl: string
  readonly hl: string
  readonly num: number
  readonly page: number
  readonly location?: string
  readonly tbs?: string
}

export interface GoogleResults {
  readonly answer: string | null
  readonly results: readonly {
    readonly title: string
    readonly link: string
    readonly snippet: string
    readonly date?: string
  }[]
}

/** Rejects with what Serper said: a key that is not good, a quota that is used up. */
export async function searchGoogle(
  web: WebClient,
  env: Environment,
  key: string,
  query: GoogleQuery,
  signal?: AbortSignal,
): Promise<GoogleResults> {
  const base = setting(env, 'SERPER_BASE_URL') ?? 'https://google.serper.dev'
  const found = response.parse(
    await web.json(`${base}/search`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(query),
      signal,
    }),
  )
  return { answer: found.answerBox?.answer ?? found.answerBox?.snippet ?? null, results: found.organic }
}
