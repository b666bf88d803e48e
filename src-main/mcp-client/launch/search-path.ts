/** Directories that programs are looked for in, beside what the environment says. Pure. */
import { posix, win32 } from 'node:path'
import type { Environment } from '../../config/data-dir.ts'

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Of the app. */
  readonly env: Environment
  /** PATH of the person's login shell; null where there is none or it did not say. */
  readonly loginPath: string | null
}

/** The directories of a PATH; empty and relative parts stand for the working directory and are left out. */
export function pathDirectories(path: string | null | undefined, platform: NodeJS.Platform): string[] {
  const { delimiter, isAbsolute } = platform === 'win32' ? win32 : posix
  // Windows allows quotes around a directory that holds a semicolon; nobody has one.
  return (path ?? '')
    .split(delimiter)
    .map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
    .filter(isAbsolute)
}

/** What an app that was started from a desktop has, whatever the person's terminal has. */
const systemDirectories: ReadonlySet<string> = new Set([
  '/usr/local/bin',
  '/usr/local/sbin',
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/games',
  '/usr/local/games',
  '/snap/bin',
])

/**
 * Every directory to look in, best first, each once: what the entry says, then the app's own PATH and the login
 * shell's, then the usual places. The app's PATH counts less than the login shell's when it holds nothing that is the
 * person's: then it is the bare one of a desktop, whose /usr/bin/python3 is not the one that the person means.
 */
export function searchDirectories(around: Surroundings, entryPath: string | undefined): string[] {
  const { platform, env, loginPath } = around
  const own = pathDirectories(variable(env, 'PATH', platform), platform)
  const login = pathDirectories(loginPath, platform)
  const bare = platform !== 'win32' && own.every((directory) => systemDirectories.has(directory))
  return [
    ...new Set([
      ...pathDirectories(entryPath, platform),
      ...(bare ? [...login, ...own] : [...own, ...login]),
      ...usualDirectories(around),
    ]),
  ]
}

/** Where installers and version managers put programs. */
function usualDirectories({ platform, home, env }: Surroundings): string[] {
  if (platform === 'win32') return windowsDirectories(home, env)
  const under = (variableName: string, otherwise: string): string => {
    const value = env[variableName]
    return value && posix.isAbsolute(value) ? value : posix.join(home, otherwise)
  }
  const inHome = [
    '.local/bin',
    'bin',
    '.npm-global/bin',
    '.yarn/bin',
    '.config/yarn/global/node_modules/.bin',
    '.pyenv/shims',
    '.rbenv/shims',
    '.nodenv/shims',
    '.nix-profile/bin',
    '.rd/bin',
    'go/bin',
  ]
  return [
    posix.join(under('VOLTA_HOME', '.volta'), 'bin'),
    posix.join(under('ASDF_DATA_DIR', '.asdf'), 'shims'),
    posix.join(under('MISE_DATA_DIR', '.local/share/mise'), 'shims'),
    posix.join(under('NVM_DIR', '.nvm'), 'current/bin'),
    // fnm's stable link; what a terminal has lives under a directory of that session.
    posix.join(
      under('FNM_DIR', platform === 'darwin' ? 'Library/Application Support/fnm' : '.local/share/fnm'),
      'aliases/default/bin',
    ),
    posix.join(under('BUN_INSTALL', '.bun'), 'bin'),
    posix.join(under('DENO_INSTALL', '.deno'), 'bin'),
    posix.join(under('CARGO_HOME', '.cargo'), 'bin'),
    under('PNPM_HOME', platform === 'darwin' ? 'Library/pnpm' : '.local/share/pnpm'),
    ...inHome.map((directory) => posix.join(home, directory)),
    ...(platform === 'darwin'
      ? [
          '/opt/homebrew/bin',
          '/opt/homebrew/sbin',
          '/usr/local/bin',
          '/opt/local/bin',
          '/Applications/Docker.app/Contents/Resources/bin',
        ]
      : ['/home/linuxbrew/.linuxbrew/bin', '/usr/local/bin', '/snap/bin', '/var/lib/flatpak/exports/bin']),
    '/nix/var/nix/profiles/default/bin',
    '/usr/bin',
    '/bin',
    '/usr/sbin',
    '/sbin',
  ]
}

function windowsDirectories(home: string, env: Environment): string[] {
  const of = (name: string, otherwise: string): string => variable(env, name, 'win32') || otherwise
  const roaming = of('APPDATA', win32.join(home, 'AppData', 'Roaming'))
  const local = of('LOCALAPPDATA', win32.join(home, 'AppData', 'Local'))
  const programs = of('PROGRAMFILES', 'C:\\Program Files')
  const windows = of('SYSTEMROOT', 'C:\\Windows')
  return [
    win32.join(roaming, 'npm'),
    of('NVM_SYMLINK', win32.join(programs, 'nodejs')),
    win32.join(programs, 'nodejs'),
    win32.join(roaming, 'fnm', 'aliases', 'default'),
    win32.join(local, 'Volta', 'bin'),
    win32.join(local, 'mise', 'shims'),
    of('PNPM_HOME', win32.join(local, 'pnpm')),
    win32.join(home, '.local', 'bin'),
    win32.join(home, '.bun', 'bin'),
    win32.join(home, '.deno', 'bin'),
    win32.join(home, '.cargo', 'bin'),
    win32.join(home, 'scoop', 'shims'),
    win32.join(of('PROGRAMDATA', 'C:\\ProgramData'), 'chocolatey', 'bin'),
    win32.join(local, 'Microsoft', 'WinGet', 'Links'),
    win32.join(local, 'Microsoft', 'WindowsApps'),
    win32.join(programs, 'Docker', 'Docker', 'resources', 'bin'),
    win32.join(programs, 'Git', 'cmd'),
    win32.join(windows, 'System32'),
    windows,
  ]
}

/** Windows does not tell the case of a variable's name. */
export function variable(env: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return env[name]
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1]
}
