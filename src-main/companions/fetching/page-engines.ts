/** A page as Markdown by the first engine that can: another is tried when one fails, and the first error is kept. */

import { BlockedSiteError } from '../../config/blocked-sites.ts'
import { toMarkdown } from '../../documents/to-markdown.ts'
import { type Environment, setting } from '../companion.ts'
import type { WebClient } from './web-client.ts'

export interface ReadPage {
  readonly url: string
  readonly title: string | null
  readonly markdown: string
  readonly engine: string
  /** Said when the first engine failed and another one answered. */
  readonly note: string | null
}

interface Engine {
  readonly name: string
  read(url: string, signal?: AbortSignal): Promise<{ title: string | null; markdown: string; url: string }>
}

export function pageEngines(web: WebClient, env: Environment): readonly Engine[] {
  const jinaKey = setting(env, 'JINA_API_KEY')
  const jina = setting(env, 'JINA_BASE_URL') ?? 'https://r.jina.ai'
  const archive = setting(env, 'ARCHIVE_BASE_URL') ?? 'https://web.archive.org'
  const direct: Engine = {
    name: 'direct',
    async read(url, signal) {
      const page = await web.get(url, {
        headers: { Accept: 'text/html,application/pdf,text/*;q=0.9,*/*;q=0.5' },
        signal,
      })
      const read = await toMarkdown({ bytes: page.bytes, type: page.type, name: page.url })
      if (read.markdown.trim() === '') throw new Error(`${url} has no text without running its scripts.`)
      return { ...read, markdown: read.markdown + cutNote(read.cutChars), url: page.url }
    },
  }
  const reader: Engine = {
    name: 'jina',
    async read(url, signal) {
      const page = await web.get(`${jina}/${url}`, {
        headers: { Authorization: `Bearer ${jinaKey}`, Accept: 'text/plain' },
        signal,
      })
      const markdown = new TextDecoder().decode(page.bytes)
      return { title: /^Title: (.+)$/m.exec(markdown)?.[1] ?? null, markdown, url }
    },
  }
  const archived: Engine = {
    name: 'archive',
    async read(url, signal) {
      const page = await web.get(`${archive}/web/2/${url}`, { signal })
      const read = await toMarkdown({ bytes: page.bytes, type: page.type, name: page.url })
      return { ...read, markdown: read.markdown + cutNote(read.cutChars), url: page.url }
    },
  }
  return jinaKey === null ? [direct, archived] : [reader, direct]
}

/** Rejects with the first engine's error when none can; a blocked site is refused before any is asked. */
export async function readPage(
  url: string,
  { web, env, signal }: { web: WebClient; env: Environment; signal?: AbortSignal },
): Promise<ReadPage> {
  web.check(url)
  let first: unknown
  for (const engine of pageEngines(web, env)) {
    try {
      const page = await engine.read(url, signal)
      const note =
        first === undefined ? null : `The first way to read it failed (${messageOf(first)}); ${engine.name} answered.`
      return { ...page, engine: engine.name, note }
    } catch (error) {
      if (error instanceof BlockedSiteError || signal?.aborted) throw error
      first ??= error
    }
  }
  throw first
}

export function cutNote(cutChars: number): string {
  return cutChars === 0 ? '' : `\n\n[${cutChars} more characters were left out.]`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
