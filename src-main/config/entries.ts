/** Where things lie that are not code of this module: worker entries and packaged resources, from source or built. */

import { fileURLToPath } from 'node:url'

/** Path segment that marks the built main process; everything before it is the app root. */
const builtSegment = '/out/main/'

/**
 * File that a worker thread starts from.
 *
 * @param sourceUrl The caller's `import.meta.url` (or the URL of the worker's source itself).
 * @param builtName Name of the worker's source file without extension, which is also its build entry.
 * @returns The `.ts` file next to the source when running from source, `out/main/<builtName>.js` when bundled.
 */
export function workerEntry(sourceUrl: string, builtName: string): URL {
  const main = builtMain(sourceUrl)
  return main === null ? new URL(`./${builtName}.ts`, sourceUrl) : new URL(`${builtName}.js`, main)
}

/**
 * Absolute path of something shipped with the app: `tools`, `skills`, `resources/cluster-template`.
 *
 * Source and built trees keep it in the repository root; a packaged app keeps it beside `app.asar`.
 *
 * @param moduleUrl Only for tests: the URL to reckon from.
 */
export function resourcePath(relative: string, moduleUrl: string = import.meta.url): string {
  return fileURLToPath(new URL(relative, appRoot(moduleUrl)))
}

/** Directory of the built pages; from source it is there once `npm run build` has run. */
export function rendererDir(moduleUrl: string = import.meta.url): string {
  const main = builtMain(moduleUrl)
  return fileURLToPath(main === null ? new URL('../../out/renderer/', moduleUrl) : new URL('../renderer/', main))
}

/** Directory of the built MCP Apps views; from source it is there once `npm run build` has run. */
export function viewsDir(moduleUrl: string = import.meta.url): string {
  const main = builtMain(moduleUrl)
  return fileURLToPath(main === null ? new URL('../../out/views/', moduleUrl) : new URL('../views/', main))
}

/** `…/out/main/` of a bundled module, or null when the module runs from source. */
function builtMain(moduleUrl: string): string | null {
  if (moduleUrl.endsWith('.ts')) return null
  const at = moduleUrl.lastIndexOf(builtSegment)
  return at < 0 ? null : moduleUrl.slice(0, at + builtSegment.length)
}

function appRoot(moduleUrl: string): URL {
  const main = builtMain(moduleUrl)
  if (main === null) return new URL('../../', moduleUrl)
  const archive = main.lastIndexOf('/app.asar/')
  return archive < 0 ? new URL('../../', main) : new URL(main.slice(0, archive + 1))
}
