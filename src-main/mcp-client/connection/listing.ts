/** Everything a server offers, all pages, under limits that a hostile or broken server runs into before we do. */
import type { Client, RequestOptions, Tool } from '@modelcontextprotocol/client'
import { ServerError, type ServerFault, type ServerListing } from '../model/server-status.ts'
import { headerFault } from './param-headers.ts'

const MAX_PAGES = 1_000
const MAX_ITEMS = 5_000
const MAX_CHARACTERS = 64 * 1024 * 1024

export interface ListingOptions {
  readonly client: Client
  readonly options: RequestOptions
  /** As the person named the server. */
  readonly name: string
  readonly now: () => Date
  /** Annotations that no client may follow make a tool unusable in the newer era over HTTP. */
  readonly checkHeaders: boolean
  /** A tool was left out, and why. */
  readonly onLeftOut: (tool: string, reason: string) => void
}

type Cache = ServerListing['cache']

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor?: string
  readonly cache: Cache
}

/** Rejects with what the SDK threw, or ServerError `too_large` or `protocol`. */
export async function listEverything(listing: ListingOptions): Promise<ServerListing> {
  const { client, options, name, now } = listing
  const offered = client.getServerCapabilities() ?? {}
  const caches: Cache[] = []
  let characters = 0

  async function walk<T>(list: string, pageOf: (params: { cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
    const items: T[] = []
    const seen = new Set<string>()
    let cursor: string | undefined
    for (;;) {
      const page = await pageOf(cursor === undefined ? {} : { cursor })
      caches.push(page.cache)
      for (const item of page.items) items.push(item)
      characters += JSON.stringify(page.items).length
      if (items.length > MAX_ITEMS || characters > MAX_CHARACTERS) throw new ServerError(tooMuch(name, list))
      cursor = page.nextCursor
      if (cursor === undefined) return items
      if (seen.has(cursor) || seen.size >= MAX_PAGES) throw new ServerError(endlessPages(name, list))
      seen.add(cursor)
    }
  }

  const tools = offered.tools
    ? await walk('tools/list', async (params) => {
        const page = await client.request({ method: 'tools/list', params }, options)
        return { items: page.tools, nextCursor: page.nextCursor, cache: cacheOf(page) }
      })
    : []
  const resources = offered.resources
    ? await walk('resources/list', async (params) => {
        const page = await client.request({ method: 'resources/list', params }, options)
        return { items: page.resources, nextCursor: page.nextCursor, cache: cacheOf(page) }
      })
    : []
  const templates = offered.resources
    ? await walk('resources/templates/list', async (params) => {
        const page = await client.request({ method: 'resources/templates/list', params }, options)
        return { items: page.resourceTemplates, nextCursor: page.nextCursor, cache: cacheOf(page) }
      }).catch(noneWhereUnknown)
    : []
  const prompts = offered.prompts
    ? await walk('prompts/list', async (params) => {
        const page = await client.request({ method: 'prompts/list', params }, options)
        return { items: page.prompts, nextCursor: page.nextCursor, cache: cacheOf(page) }
      })
    : []

  return {
    tools: listing.checkHeaders ? usable(tools, listing.onLeftOut) : tools,
    resources,
    templates,
    prompts,
    serverInfo: client.getServerVersion() ?? null,
    instructions: client.getInstructions() ?? null,
    capabilities: offered,
    listedAt: now().toISOString(),
    cache: mergedCache(caches),
  }
}

/** Servers that declare resources often know nothing of templates. */
function noneWhereUnknown(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === -32601) return []
  throw error
}

function usable(tools: readonly Tool[], onLeftOut: ListingOptions['onLeftOut']): Tool[] {
  return tools.filter((tool) => {
    const fault = headerFault(tool.inputSchema)
    if (fault !== null) onLeftOut(tool.name, fault)
    return fault === null
  })
}

/** `ttlMs` and `cacheScope` of a page (2026-07-28, server/utilities/caching). */
function cacheOf(page: object): Cache {
  const ttlMs = 'ttlMs' in page ? page.ttlMs : undefined
  if (typeof ttlMs !== 'number' || !Number.isFinite(ttlMs)) return null
  const scope = 'cacheScope' in page && page.cacheScope === 'public' ? 'public' : 'private'
  return { ttlMs: Math.max(0, ttlMs), scope }
}

/** A whole is as fresh as its stalest part and as private as its most private one; a part without a word says nothing. */
export function mergedCache(caches: readonly Cache[]): Cache {
  const [first, ...rest] = caches
  if (!first) return null
  let merged = first
  for (const cache of rest) {
    if (cache === null) return null
    merged = {
      ttlMs: Math.min(merged.ttlMs, cache.ttlMs),
      scope: merged.scope === 'public' && cache.scope === 'public' ? 'public' : 'private',
    }
  }
  return merged
}

function tooMuch(name: string, list: string): ServerFault {
  return {
    code: 'too_large',
    message: {
      en: `${name} lists more than can be taken in.`,
      zh: `“${name}”列出的内容过多，无法全部载入。`,
    },
    hint: { en: 'Look for a setting of it that offers less.', zh: '请查看该服务器是否可以减少提供的内容。' },
    details: [`${list}: more than ${MAX_ITEMS} items or 64 MiB`],
  }
}

function endlessPages(name: string, list: string): ServerFault {
  return {
    code: 'protocol',
    message: { en: `The list of ${name} has no end.`, zh: `“${name}”的列表没有结尾。` },
    hint: { en: 'Look for a newer version of it.', zh: '请检查该服务器是否有新版本。' },
    details: [`${list}: a page came twice, or there were more than ${MAX_PAGES}`],
  }
}
