/** `doctor` says where secrets are, why, and the way out: for a person, and for a program. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cliEntry } from './cli-entry.ts'

const run = promisify(execFile)
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function doctor(env: NodeJS.ProcessEnv, ...more: string[]): Promise<string> {
  // Never the machine's own keychain: a bus that is not there. MIROHUB_SECRETS comes from the test runner otherwise.
  const { MIROHUB_SECRETS: _, ...rest } = process.env
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' }
  const { stdout } = await run(process.execPath, [cliEntry, 'doctor', '--data-dir', dataDir, ...more], {
    env: { ...rest, ...bus, ...env },
  })
  return stdout
}

test.skipIf(process.platform !== 'linux')('without a keychain: memory, and what to do about it', async () => {
  const { secrets } = JSON.parse(await doctor({}, '--json'))
  expect(secrets).toMatchObject({
    ok: true,
    store: 'memory',
    note: expect.stringMatching(/choose a key file in Settings/),
  })
  expect(secrets.value).toBe(`memory: ${secrets.note}`)
})

test('with a key file that config.yaml chose: where it is', async () => {
  writeFileSync(join(dataDir, 'config.yaml'), 'MIROHUB_SECRETS: file\n')
  expect(await doctor({})).toContain(
    `ok   secrets: file: Secrets are kept in ${join(dataDir, 'secrets.json')}, readable by you alone and not encrypted.`,
  )
})
