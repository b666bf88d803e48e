/** Wikipedia by its action API (mediawiki.org/wiki/API:Main_page): articles, and which revisions there were. */
import * as z from 'zod'
import { MAX_MARKDOWN_CHARS } from '../../documents/to-markdown.ts'
import { type Environment, setting } from '../companion.ts'
import type { WebClient } from '../fetching/web-client.ts'

const page = z.object({
  title: z.string(),
  missing: z.boolean().optional(),
  fullurl: z.string().optional(),
  extract: z.string().optional(),
  pageprops: z.object({ disambiguation: z.string().optional() }).optional(),
  links: z.array(z.object({ title: z.string() })).optional(),
  revisions: z
    .array(
      z.object({
        revid: z.number(),
        timestamp: z.string(),
        user: z.string().default('(hidden)'),
        comment: z.string().default(''),
      }),
    )
    .optional(),
})
const response = z.object({ query: z.object({ pages: z.array(page) }).optional() })
const suggestions = z.tuple([z.string(), z.array(z.string())]).rest(z.unknown())

export interface WikipediaPage {
  readonly title: string
  readonly url: string
  readonly text: string
}

export interface WikipediaHistory {
  readonly title: string
  readonly revisions: readonly {
    readonly id: number
    readonly at: string
    readonly user: string
    readonly comment: string
    readonly url: string
  }[]
}

export interface Wikipedia {
  /** Rejects when there is no such article, naming those that come close. */
  page(title: string, options: { language: string; sentences: number; signal?: AbortSignal }): Promise<WikipediaPage>
  revisions(
    title: string,
    options: { language: string; year: number; month: number; max: number; signal?: AbortSignal },
  ): Promise<WikipediaHistory>
}

export function createWikipedia(web: WebClient, env: Environment): Wikipedia {
  const origin = (language: string) => setting(env, 'WIKIPEDIA_BASE_URL') ?? `https://${language}.wikipedia.org`
  const ask = (language: string, query: Record<string, string>, signal?: AbortSignal) =>
    web.json(`${origin(language)}/w/api.php?${new URLSearchParams({ format: 'json', formatversion: '2', ...query })}`, {
      signal,
    })

  async function find(title: string, language: string, query: Record<string, string>, signal?: AbortSignal) {
    const asked = { action: 'query', redirects: '1', titles: title, ...query }
    const found = response.parse(await ask(language, asked, signal)).query?.pages[0]
    if (found !== undefined && !found.missing) return found
    const [, close] = suggestions.parse(
      await ask(language, { action: 'opensearch', search: title, limit: '8' }, signal),
    )
    const [only] = close
    if (only !== undefined && close.length === 1 && only !== title) {
      const again = response.parse(await ask(language, { ...asked, titles: only }, signal)).query?.pages[0]
      if (again !== undefined && !again.missing) return again
    }
    throw new Error(
      close.length > 0
        ? `Wikipedia has no article "${title}". These come close: ${close.join('; ')}.`
        : `Wikipedia has no article "${title}" and none that comes close.`,
    )
  }

  return {
    async page(title, { language, sentences, signal }) {
      const extract: Record<string, string> = sentences > 0 && sentences <= 10 ? { exsentences: String(sentences) } : {}
      const found = await find(
        title,
        language,
        {
          prop: 'extracts|info|pageprops|links',
          explaintext: '1',
          inprop: 'url',
          ppprop: 'disambiguation',
          plnamespace: '0',
          pllimit: '60',
          ...extract,
        },
        signal,
      )
      const url = found.fullurl ?? `${origin(language)}/wiki/${encodeURIComponent(found.title.replaceAll(' ', '_'))}`
      if (found.pageprops?.disambiguation !== undefined) {
        const meanings = (found.links ?? []).map((link) => link.title)
        return { title: found.title, url, text: `"${found.title}" has several meanings: ${meanings.join('; ')}.` }
      }
      const whole = found.extract ?? ''
      const text = sentences === 0 ? whole : firstSentences(whole, sentences, language)
      return { title: found.title, url, text: text.slice(0, MAX_MARKDOWN_CHARS) }
    },
    async revisions(title, { language, year, month, max, signal }) {
      const from = new Date(Date.UTC(year, month - 1, 1)).toISOString()
      const to = new Date(Date.UTC(year, month, 1) - 1000).toISOString()
      const found = await find(
        title,
        language,
        {
          prop: 'revisions',
          rvprop: 'ids|timestamp|user|comment',
          rvlimit: String(max),
          rvdir: 'older',
          rvstart: to,
          rvend: from,
        },
        signal,
      )
      return {
        title: found.title,
        revisions: (found.revisions ?? []).map(({ revid, timestamp, user, comment }) => ({
          id: revid,
          at: timestamp,
          user,
          comment,
          url: `${origin(language)}/w/index.php?oldid=${revid}`,
        })),
      }
    },
  }
}

function firstSentences(text: string, count: number, language: string): string {
  const parts = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  let end = 0
  let seen = 0
  for (const { index, segment } of parts) {
    end = index + segment.length
    if (segment.trim() !== '' && ++seen === count) break
  }
  return text.slice(0, end).trim()
}
