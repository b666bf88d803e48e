/**
 * The hub's own MCP resources: the JSON files of MCP_RESOURCE_DIRS, watched, and the packaged views. A file that cannot
 * be used is one warning; the others stand.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { watchDirectory } from '../../config/directory-watch.ts'
import type { Logger } from '../../log/logger.ts'
import type { ResourceProvider, ResourceRequest } from '../resource-provider.ts'
import { asksForToken, filledIn } from './placeholders.ts'
import { type ResourceFile, readResourceFile } from './resource-file.ts'
import { openViews } from './views.ts'

export interface ResourceOptions {
  /** The first directory that names a URI wins. Missing ones are looked for again later. */
  readonly dirs: readonly string[]
  /** Where the build puts the views. */
  readonly viewsDir: string
  readonly log: Logger
}

export interface HubResources extends ResourceProvider {
  read(uri: string, request: Pick<ResourceRequest, 'origin'>): Promise<ReadResourceResult | null>
  close(): void
}

export async function openResources({ dirs, viewsDir, log }: ResourceOptions): Promise<HubResources> {
  const views = await openViews(viewsDir, (file) => log.warn('a view is not there; run the build', { file }))
  const listeners = new Set<(uri: string | null) => void>()
  let files = await readDirectories(dirs, log)
  let reading = Promise.resolve()

  const reload = () => {
    reading = reading.then(async () => {
      const next = await readDirectories(dirs, log)
      const changed = [...next].filter(([uri, { text }]) => files.has(uri) && files.get(uri)?.text !== text)
      const isOtherList = summary(next) !== summary(files)
      files = next
      for (const [uri] of changed) for (const listener of listeners) listener(uri)
      if (isOtherList) for (const listener of listeners) listener(null)
    })
  }
  const unwatch = dirs.map((dir) => watchDirectory(dir, reload))

  return {
    async list() {
      const listed = [...views.list, ...[...files.values()].map(({ resource }) => resource)]
      return listed.sort((a, b) => (a.uri < b.uri ? -1 : 1)).map((resource) => structuredClone(resource))
    },
    templates: async () => [],
    async read(uri, { origin }) {
      const found = (await views.read(uri)) ?? files.get(uri)
      if (found === undefined) return null
      const { mimeType, _meta } = found.resource
      const text = filledIn(found.text, origin)
      return {
        contents: [{ uri, ...(mimeType && { mimeType }), text, ...(_meta && { _meta: structuredClone(_meta) }) }],
      }
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const stop of unwatch) stop()
      listeners.clear()
    },
  }
}

async function readDirectories(dirs: readonly string[], log: Logger): Promise<Map<string, ResourceFile>> {
  const found = new Map<string, ResourceFile>()
  for (const dir of dirs) {
    const names = await readdir(dir).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
      const path = join(dir, name)
      try {
        const file = await readResourceFile(path)
        if (asksForToken(file.text)) log.warn('a resource asks for {{JWT_TOKEN}}, which is never filled in', { path })
        if (!found.has(file.resource.uri)) found.set(file.resource.uri, file)
      } catch (error) {
        log.warn('a resource file is left out', {
          path,
          reason: error instanceof Error ? error.message : String(error),
        })
      }
    }
  }
  return found
}

function summary(files: ReadonlyMap<string, ResourceFile>): string {
  return JSON.stringify([...files.values()].map(({ resource }) => resource))
}
