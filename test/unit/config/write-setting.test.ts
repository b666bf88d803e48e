/** A setting written by the app must not cost the person a comment, a key or the file. */
import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withSetting, writeSetting } from '../../../src-main/config/write-setting.ts'

const set = (text: string) => withSetting(text, 'MIROHUB_SECRETS', 'file')

describe('the text', () => {
  test.each([
    ['nothing', '', 'MIROHUB_SECRETS: file\n'],
    ['comments alone', '# mine\n', '# mine\nMIROHUB_SECRETS: file\n'],
    ['no newline at the end', 'HTTP_PORT: 1', 'HTTP_PORT: 1\nMIROHUB_SECRETS: file\n'],
    ['Windows lines', 'HTTP_PORT: 1\r\n', 'HTTP_PORT: 1\r\nMIROHUB_SECRETS: file\r\n'],
    [
      'the key, with a comment',
      'MIROHUB_SECRETS:  keychain   # why\nA: [1,  2]\n',
      'MIROHUB_SECRETS:  file   # why\nA: [1,  2]\n',
    ],
    ['the key in quotes', '"MIROHUB_SECRETS": "keychain"\n', '"MIROHUB_SECRETS": file\n'],
    ['the key without a value', 'A: 1\nMIROHUB_SECRETS:\nB: 2\n', 'A: 1\nMIROHUB_SECRETS: file\nB: 2\n'],
    ['the key in a comment only', '# MIROHUB_SECRETS: memory\n', '# MIROHUB_SECRETS: memory\nMIROHUB_SECRETS: file\n'],
    ['one line in braces', '{ HTTP_PORT: 1 }\n', '{ HTTP_PORT: 1, MIROHUB_SECRETS: file }\n'],
  ])('%s', (_what, before, after) => {
    expect(set(before)).toBe(after)
  })

  test.each(['- a\n- b\n', 'HTTP_PORT: [1\n', 'just words\n', 'A: 1\nA: 2\n'])('%j is refused', (text) => {
    expect(set(text)).toBeNull()
  })
})

test('a link stays a link, and permissions stay what they were', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mirohub-setting-'))
  try {
    const real = join(dir, 'dotfile.yaml')
    writeFileSync(real, 'A: 1\n', { mode: 0o640 })
    symlinkSync(real, join(dir, 'config.yaml'))
    await writeSetting(dir, 'MIROHUB_SECRETS', 'file')
    expect(lstatSync(join(dir, 'config.yaml')).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toBe('A: 1\nMIROHUB_SECRETS: file\n')
    expect(statSync(real).mode & 0o777).toBe(0o640)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
