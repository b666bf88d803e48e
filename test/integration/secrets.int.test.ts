/** The real keychain of Linux: gnome-keyring on a D-Bus session of its own. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (command) => spawnSync('which', [command], { stdio: 'ignore' }).status !== 0,
)
const reason = missing.length > 0 ? `not installed: ${missing.join(', ')}` : null
if (reason !== null) process.stderr.write(`Real keychain not tested, ${reason}\n`)

const script = fileURLToPath(new URL('./secrets-client.ts', import.meta.url))

/** Runs the client with HOME set before the bus starts: the daemon takes the bus's environment. */
function run(home: string, unlock: boolean, action: string): unknown {
  const daemon = unlock ? `eval "$(printf 'pw\\n' | gnome-keyring-daemon --unlock --components=secrets)" && ` : ''
  const out = execFileSync(
    'dbus-run-session',
    ['--', 'bash', '-c', `${daemon}"${process.execPath}" "${script}" "${home}" ${action}`],
    {
      env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: '' },
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  return JSON.parse(out.trim().split('\n').at(-1) ?? '')
}

test.skipIf(reason !== null)(`keeps a secret over restarts, and leaves it alone while locked ${reason ?? ''}`, () => {
  const home = mkdtempSync(join(tmpdir(), 'mirohub-keyring-'))
  try {
    expect(run(home, true, 'set')).toEqual({ store: 'keychain', value: 'kept' })
    expect(run(home, true, 'get')).toEqual({ store: 'keychain', value: 'kept' })
    expect(run(home, false, 'set-other')).toMatchObject({ store: 'memory' })
    expect(run(home, true, 'get')).toEqual({ store: 'keychain', value: 'kept' })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
