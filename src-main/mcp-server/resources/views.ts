/** The MCP Apps views that ship with the hub: one HTML file each, made by the build, drawn inside clients that can. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Resource } from '@modelcontextprotocol/server'

/** MCP Apps, SEP-1865. */
const VIEW_MIME_TYPE = 'text/html;profile=mcp-app'

interface View extends Resource {
  readonly file: string
}

/** No `csp` entry: a view asks no address for anything, and hosts then allow none. */
const VIEWS: readonly View[] = [
  {
    uri: 'ui://mirohub/health-chart',
    name: 'health-chart',
    title: 'Health chart',
    description: 'Draws the answer of query_health_indicators.',
    mimeType: VIEW_MIME_TYPE,
    _meta: { ui: { prefersBorder: true } },
    file: 'health-chart.html',
  },
]

export interface Views {
  readonly list: readonly Resource[]
  /** Null: there is no such view. */
  read(uri: string): Promise<{ readonly resource: Resource; readonly text: string } | null>
}

/** Views whose file is not there (source never built) are left out; `onMissing` is told their names. */
export async function openViews(viewsDir: string, onMissing: (file: string) => void): Promise<Views> {
  const texts = new Map<string, { resource: Resource; text: string }>()
  for (const { file, ...resource } of VIEWS) {
    try {
      texts.set(resource.uri, { resource, text: await readFile(join(viewsDir, file), 'utf8') })
    } catch {
      onMissing(file)
    }
  }
  return {
    list: [...texts.values()].map(({ resource }) => resource),
    read: async (uri) => texts.get(uri) ?? null,
  }
}
