/**
 * Imports tool files as they lie on disk: types stripped on the way in, a new version on every reload, helpers of the
 * same directory reloaded with the file that uses them. Node keeps old versions in memory until the process ends.
 */
import { readFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transform } from 'sucrase'

/** Longest wait for a module's top-level await. */
const importLimitMs = 10_000
const query = '?tool='

export interface LoadedModule {
  readonly exports: Readonly<Record<string, unknown>>
  /** Absolute paths of the file and of every helper it pulled in. */
  readonly files: ReadonlySet<string>
}

export interface ModuleLoader {
  /** Imports a fresh version of a tool file. Rejects with what the file threw. */
  load(file: string): Promise<LoadedModule>
  close(): void
}

/**
 * Node's own `import()`. Test runners and bundlers rewrite the expression where they see it, and tool files must go
 * through the real loader with the hooks below; a module made from a data URL is out of their sight.
 */
async function nativeImport(url: string): Promise<Record<string, unknown>> {
  const source = 'export const load = (url) => import(url)'
  const own: { load(url: string): Promise<Record<string, unknown>> } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  )
  return own.load(url)
}

let lastVersion = 0

/** Starts serving the given directories. Only files inside them are transformed; everything else loads as always. */
export function createModuleLoader(directories: readonly string[]): ModuleLoader {
  const roots = directories.map((directory) => directory + sep)
  const filesOf = new Map<string, Set<string>>()
  const inside = (file: string) => roots.some((root) => file.startsWith(root))

  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const version = versionOf(context.parentURL)
      if (!version || !specifier.startsWith('.') || !context.parentURL) return nextResolve(specifier, context)
      const file = existingFile(fileURLToPath(new URL(specifier, context.parentURL)))
      if (!file || !inside(file)) return nextResolve(specifier, context)
      return { url: pathToFileURL(file).href + query + version, shortCircuit: true }
    },
    load(url, context, nextLoad) {
      const version = versionOf(url)
      if (!version) return nextLoad(url, context)
      const file = fileURLToPath(url.slice(0, url.indexOf(query)))
      filesOf.get(version)?.add(file)
      if (!/\.m?[jt]s$/.test(file)) return nextLoad(url, context)
      return { format: 'module', source: stripTypes(readFileSync(file, 'utf8'), file), shortCircuit: true }
    },
  })

  return {
    async load(file) {
      const version = String(++lastVersion)
      const files = new Set<string>()
      filesOf.set(version, files)
      try {
        const loading = nativeImport(pathToFileURL(file).href + query + version)
        return { exports: await withLimit(loading, dirname(file)), files }
      } finally {
        filesOf.delete(version)
      }
    },
    close: () => hooks.deregister(),
  }
}

/** TypeScript to the same JavaScript, line for line; JavaScript is left alone. */
function stripTypes(source: string, file: string): string {
  if (!/\.m?ts$/.test(file)) return source
  return transform(source, {
    transforms: ['typescript'],
    disableESTransforms: true,
    preserveDynamicImport: true,
    filePath: file,
  }).code
}

function versionOf(url: string | undefined): string | null {
  const at = url?.indexOf(query) ?? -1
  return url && at >= 0 ? url.slice(at + query.length) : null
}

/** `./_units` and `./_units.js` both find `_units.ts`, as TypeScript authors write them. */
function existingFile(path: string): string | null {
  const stem = path.replace(/\.m?js$/, '')
  for (const candidate of [path, `${path}.ts`, `${path}.js`, `${path}.mts`, `${path}.mjs`, `${stem}.ts`, `${stem}.mts`])
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile()) return candidate
  return null
}

async function withLimit<T>(loading: Promise<T>, place: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it was still loading after ${importLimitMs / 1000} s in ${place}`)),
      importLimitMs,
    )
  })
  try {
    return await Promise.race([loading, limit])
  } finally {
    clearTimeout(timer)
  }
}
