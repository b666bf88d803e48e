/** The data directory that each operating system's conventions ask for. */

import { posix, win32 } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Default data directory, absolute.
 *
 * Linux and the other Unixes follow the XDG base directory specification (a relative XDG_DATA_HOME is to be ignored),
 * macOS and Windows their own conventions.
 */
export function defaultDataDir(platform: NodeJS.Platform, homedir: string, env: Environment): string {
  if (platform === 'win32') {
    return win32.join(env.APPDATA || win32.join(homedir, 'AppData', 'Roaming'), 'Mirohub')
  }
  if (platform === 'darwin') return posix.join(homedir, 'Library', 'Application Support', 'Mirohub')
  const xdg = env.XDG_DATA_HOME
  const base = xdg && posix.isAbsolute(xdg) ? xdg : posix.join(homedir, '.local', 'share')
  return posix.join(base, 'mirohub')
}
