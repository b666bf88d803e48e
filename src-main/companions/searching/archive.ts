/** Copies of pages in the Internet Archive (archive.org/help/wayback_api.php). */
import * as z from 'zod'
import { toMarkdown } from '../../documents/to-markdown.ts'
import { type Environment, setting } from '../companion.ts'
import { cutNote } from '../fetching/page-engines.ts'
import type { WebClient } from '../fetching/web-client.ts'

const availability = z.object({
  archived_snapshots: z.object({
    closest: z.object({ available: z.boolean(), url: z.string(), timestamp: z.string() }).optional(),
  }),
})

export interface ArchivedPage {
  readonly title: string | null
  readonly address: string
  /** ISO instant. */
  readonly capturedAt: string
  readonly markdown: string
}

/** Rejects when the archive holds no copy. */
export async function archivedPage(
  web: WebClient,
  env: Environment,
  { url, year, month, day, signal }: { url: string; year: number; month: number; day: number; signal?: AbortSignal },
): Promise<ArchivedPage> {
  web.check(url)
  const base = setting(env, 'ARCHIVE_BASE_URL') ?? 'https://archive.org'
  const stamp = [year, month, day].map((part) => String(part).padStart(2, '0')).join('')
  const query = new URLSearchParams({ url, timestamp: stamp })
  const { closest } = availability.parse(
    await web.json(`${base}/wayback/available?${query}`, { signal }),
  ).archived_snapshots
  if (!closest?.available) throw new Error(`The web archive has no copy of ${url}.`)
  // `id_`: the page as it was, without the archive's frame.
  const address = closest.url
    .replace(/^http:\/\/web\.archive\.org/, 'https://web.archive.org')
    .replace(/\/web\/(\d+)\//, '/web/$1id_/')
  const page = await web.get(address, { signal })
  const read = await toMarkdown({ bytes: page.bytes, type: page.type, name: url })
  const [, y, mo, d, h = '00', mi = '00', s = '00'] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?/.exec(closest.timestamp) ?? []
  return {
    title: read.title,
    address: closest.url,
    capturedAt: `${y}-${mo}-${d}T${h}:${mi}:${s}Z`,
    markdown: read.markdown + cutNote(read.cutChars),
  }
}
