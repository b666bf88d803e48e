/** `doctor` says where secrets are, why, and the way out: for a person, and for a program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cliEntry } from './cli-entry.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function doctor(...more: string[]): Promise<{ code: number | null; stdout: string }> {
  // Never the machine's own keychain: a bus that is not there. MIROHUB_SECRETS comes from the test runner otherwise.
  const { MIROHUB_SECRETS: _, ...rest } = process.env
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' }
  const args = [cliEntry, 'doctor', '--data-dir', dataDir, ...more]
  const child = spawn(process.execPath, args, { env: { ...rest, ...bus }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, stdout }
}

test.skipIf(process.platform !== 'linux')('without a keychain: memory, and what to do about it', async () => {
  const { code, stdout } = await doctor('--json')
  expect(code).toBe(0)
  const { secrets } = JSON.parse(stdout)
  expect(secrets).toMatchObject({
    ok: true,
    store: 'memory',
    note: expect.stringMatching(/choose a key file in Settings/),
  })
  expect(secrets.value).toBe(`memory: ${secrets.note}`)
})

test('with a key file that config.yaml chose: where it is, also when the data cannot be opened', async () => {
  writeFileSync(join(dataDir, 'config.yaml'), 'MIROHUB_SECRETS: file\n')
  mkdirSync(join(dataDir, 'db'))
  writeFileSync(join(dataDir, 'db', 'holiday.jpg'), 'not a cluster')
  const { code, stdout } = await doctor()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAIL {2}database: .*holds no database/m)
  expect(stdout).toContain(
    ` ok   secrets: file: Secrets are kept in ${join(dataDir, 'secrets.json')}, readable by you alone and not encrypted.`,
  )
})
