/**
 * Batch files that npm, pnpm and yarn put on the PATH of Windows for a program of a package. Since node's fix of
 * CVE-2024-27980 they cannot be started without cmd.exe, which would read arguments as its own language; what they
 * start can be read from them instead. Pure.
 */
import { win32 } from 'node:path'

/** What a shim would run. Paths are absolute. */
export type ShimTarget =
  /** A script for node, with node's own arguments before it. */
  | { readonly kind: 'script'; readonly nodeArgs: readonly string[]; readonly script: string }
  | { readonly kind: 'program'; readonly file: string }
  /** Another batch file. */
  | { readonly kind: 'shim'; readonly file: string }

/** Null: no shim that is known; it may do anything. */
export function readCmdShim(text: string, path: string): ShimTarget | null {
  const folder = win32.dirname(path)
  const at = (relative: string): string => win32.normalize(win32.join(folder, relative))
  // npm's own two: the script is in a variable. It looks for a newer npm of the person first; this one is as good.
  const own = /SET "(?:NPX_CLI_JS|NPM_CLI_JS)=%~dp0\\([^"%]+\.js)"/i.exec(text)
  if (own?.[1]) return { kind: 'script', nodeArgs: [], script: at(own[1]) }

  // cmd-shim (npm), @zkochan/cmd-shim (pnpm), and yarn's: one line ends in all arguments.
  const targets = [...text.matchAll(call)].map(([, options = '', relative = '']) => ({
    options: options.trim().split(/\s+/).filter(Boolean),
    file: at(relative),
    ending: win32.extname(relative).toLowerCase(),
  }))
  const last = targets.at(-1)
  if (last === undefined) return null
  const { options, file, ending } = last
  if (ending === '.exe' && options.length === 0) return { kind: 'program', file }
  if ((ending === '.cmd' || ending === '.bat') && options.length === 0) return { kind: 'shim', file }
  if (!/node(?:\.exe)?"?/i.test(text) || !options.every((option) => option.startsWith('-'))) return null
  // Some packages name their script without an ending.
  if (!['', '.js', '.cjs', '.mjs'].includes(ending)) return null
  return { kind: 'script', nodeArgs: options, script: file }
}

/** `[program] [options] "%~dp0\relative" %*` or with `%dp0%`. */
const call =
  /^@?[^\n]*?(?:"%_prog%"|"%~?dp0%?\\node\.exe"|\bnode)?((?:[ \t]+--?[\w=.-]+)*)[ \t]*"%~?dp0%?\\([^"%\n]+)"[ \t]+%\*[ \t]*\r?$/gim
