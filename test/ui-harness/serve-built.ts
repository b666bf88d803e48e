/** The page with its made-up hub as it is shipped: built, then served, for what is measured or walked through. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, preview } from 'vite'

export interface BuiltHarness {
  /** Address of the page, with a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

/** `outDir`: an earlier build to serve again; made anew and removed at the end without it. */
export async function serveBuilt(outDir?: string): Promise<BuiltHarness> {
  const configFile = resolve(import.meta.dirname, 'vite.config.ts')
  const made = outDir ?? (await mkdtemp(join(tmpdir(), 'mirohub-harness-')))
  const options = { outDir: made, emptyOutDir: true }
  if (outDir === undefined) await build({ configFile, logLevel: 'error', build: options })
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: options,
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  })
  const [url] = server.resolvedUrls?.local ?? []
  if (url === undefined) throw new Error('The harness has no address')
  return {
    url,
    close: async () => {
      await server.close()
      if (outDir === undefined) await rm(made, { recursive: true, force: true })
    },
  }
}
