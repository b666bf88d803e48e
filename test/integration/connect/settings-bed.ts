/** A home folder of its own with client programs in it, and the service over it. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ClientApps, createClientApps } from '../../../src-main/mcp-client/client-apps/client-apps.ts'
import type { Launch } from '../../../src-main/mcp-client/client-apps/clients.ts'

export const launch: Launch = { command: '/opt/node', args: ['/m/cli.js', 'stdio', '--data-dir', '/d'], env: {} }

export interface Bed {
  readonly home: string
  readonly apps: ClientApps
  /** Moves the clock that dates the copies. */
  setNow(now: Date): void
  /** Puts a fixture where a client keeps its settings. */
  put(fixture: string, path: string): string
  /** Names in a folder of the home, sorted. */
  names(folder: string): string[]
  remove(): void
}

export function settingsBed(
  options: { platform?: NodeJS.Platform; env?: Record<string, string>; launch?: () => Launch } = {},
): Bed {
  const home = mkdtempSync(join(tmpdir(), 'mirohub-clients-'))
  let now = new Date(2026, 10, 30, 10, 15, 30)
  const apps = createClientApps({
    computer: { platform: options.platform ?? 'linux', home, env: options.env ?? {} },
    now: () => now,
  }).for(options.launch ?? (() => launch))
  return {
    home,
    apps,
    setNow: (next) => {
      now = next
    },
    put(fixture, path) {
      const target = join(home, path)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(fileURLToPath(new URL(`../../fixtures/client-configs/${fixture}`, import.meta.url)), target)
      return target
    },
    names: (folder) => readdirSync(join(home, folder)).sort(),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
