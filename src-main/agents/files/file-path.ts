/** Paths as agents give them: absolute, in one spelling, and never a way around a folder. Pure. */
import type { FileResult } from './types.ts'

const PATH_CHARS = 500
const NAME_CHARS = 200

export const mountNames = ['uploads', 'library', 'memories', 'skills'] as const
export type MountName = (typeof mountNames)[number]

export interface FilePath {
  /** As told to agents, without a slash at the end; `/` for the root. */
  readonly path: string
  /** Null: scratch. */
  readonly mount: MountName | null
  /** Inside of the mount, `/` for its root. For scratch it is the path. */
  readonly inner: string
}

/** Refuses with `bad_path` and says what of it is wrong. */
export function filePath(given: string): FileResult<{ readonly at: FilePath }> {
  const bad = (why: string): FileResult<never> => ({
    ok: false,
    code: 'bad_path',
    message: `${JSON.stringify(given.slice(0, 100))} is no path here: ${why}. Paths look like /notes.md or /uploads/report.pdf.`,
  })
  if (!given.startsWith('/')) return bad('it does not begin with /')
  if (given.length > PATH_CHARS) return bad(`it is longer than ${PATH_CHARS} characters`)
  if (!given.isWellFormed()) return bad('it is broken text')
  const normal = given.normalize('NFC')
  if (normal.includes('//')) return bad('// is in it')
  const trimmed = normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal
  const names = trimmed === '/' ? [] : trimmed.slice(1).split('/')
  for (const name of names) {
    if (name === '.' || name === '..') return bad(`${name} is in it`)
    if (name.startsWith('~')) return bad('a part of it begins with ~')
    if (name.includes('\\')) return bad('a backslash is in it')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    if (/[\u0000-\u001f\u007f]/.test(name)) return bad('a control character is in it')
    if (name.length > NAME_CHARS) return bad(`a part of it is longer than ${NAME_CHARS} characters`)
  }
  const mount = mountNames.find((name) => name === names[0]) ?? null
  const path = `/${names.join('/')}`
  return { ok: true, at: { path, mount, inner: mount === null ? path : `/${names.slice(1).join('/')}` } }
}

/** What lies directly in a folder: files as they are, folders once each. `null`: there is no such folder. */
export function childrenOf<T extends { readonly path: string }>(
  folder: string,
  files: readonly T[],
): { readonly files: readonly T[]; readonly folders: readonly string[] } | null {
  const prefix = folder === '/' ? '/' : `${folder}/`
  const inside = files.filter(({ path }) => path.startsWith(prefix))
  if (inside.length === 0 && folder !== '/') return null
  const folders = new Set<string>()
  const direct: T[] = []
  for (const file of inside) {
    const rest = file.path.slice(prefix.length)
    const slash = rest.indexOf('/')
    if (slash < 0) direct.push(file)
    else folders.add(prefix + rest.slice(0, slash))
  }
  return { files: direct, folders: [...folders].sort() }
}
