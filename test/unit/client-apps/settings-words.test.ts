/** Why a settings file was left alone: a code that one language lacks, or that loses the file or the place. */
import { describe, expect, test } from 'vitest'
import { SettingsError, type SettingsFault } from '../../../src-main/mcp-client/client-apps/settings-error.ts'
import { settingsFaultWords } from '../../../src-main/mcp-client/client-apps/settings-words.ts'
import { expectBoth } from '../both-languages.ts'

const file = '/home/a/settings.json'
const at = { file, line: 7, column: 3 }
type Code = SettingsFault['code']
const faults: { readonly [C in Code]: readonly (SettingsFault & { code: C })[] } = {
  'not-found': [{ code: 'not-found', program: 'Cursor', file }],
  syntax: [
    { code: 'syntax', what: 'depth', ...at },
    { code: 'syntax', what: 'json', error: 'ValueExpected', ...at },
    { code: 'syntax', what: 'json', error: 'SomethingNew', ...at },
    { code: 'syntax', what: 'parser', said: 'Nested mappings are not allowed', ...at },
  ],
  duplicate: [
    { code: 'duplicate', what: 'key', key: 'mcpServers', ...at },
    { code: 'duplicate', what: 'parser', said: 'Map keys must be unique', ...at },
  ],
  'wrong-type': [
    { code: 'wrong-type', key: null, format: 'json', found: 'array', ...at },
    { code: 'wrong-type', key: 'extensions', format: 'yaml', found: 'alias', ...at },
    { code: 'wrong-type', key: 'mcp_servers', format: 'toml', found: null, ...at },
  ],
  encoding: [{ code: 'encoding', file }],
  'too-large': [{ code: 'too-large', file, maxMegabytes: 32 }],
  'not-a-file': [{ code: 'not-a-file', file }],
  'broken-link': [
    { code: 'broken-link', file, leads: 'nowhere' },
    { code: 'broken-link', file, leads: 'in-a-circle' },
  ],
  'read-only': [
    { code: 'read-only', what: 'file', file },
    { code: 'read-only', what: 'folder', file },
    { code: 'read-only', what: 'disk', file },
  ],
  'no-access': [
    { code: 'no-access', file, act: 'read' },
    { code: 'no-access', file, act: 'write' },
  ],
  changed: [{ code: 'changed', file }],
  disk: [
    { code: 'disk', file, act: 'write', reason: null },
    { code: 'disk', file, act: 'read', reason: 'EIO' },
  ],
  unsafe: [{ code: 'unsafe', program: 'Zed' }],
}
const all: readonly SettingsFault[] = Object.values(faults).flat()

test.each(all.map((fault) => [fault.code, fault] as const))('%s is told in both languages: %j', (_code, fault) => {
  const { en, zh } = settingsFaultWords(fault)
  expectBoth(en.message, zh.message)
  expectBoth(en.hint, zh.hint)
  for (const words of [en.message, zh.message]) {
    if ('file' in fault) expect(words).toContain(file)
    if ('line' in fault) expect(words).toMatch(/7.*3/)
    if ('said' in fault) expect(words).toContain(fault.said)
  }
})

test('no two faults read the same, in either language', () => {
  for (const language of ['en', 'zh'] as const) {
    expect(new Set(all.map((fault) => settingsFaultWords(fault)[language].message)).size).toBe(all.length)
  }
})

describe('words that are put together', () => {
  test('a list where an object belongs', () => {
    const { en, zh } = settingsFaultWords({
      code: 'wrong-type',
      key: 'mcpServers',
      format: 'json',
      found: 'array',
      ...at,
    })
    expect(en.message).toBe(
      '/home/a/settings.json cannot be changed safely: line 7, column 3: "mcpServers" is a list where an object { … } is needed.',
    )
    expect(zh.message).toBe(
      '无法安全地修改 /home/a/settings.json：第 7 行第 3 列，“mcpServers”是列表，应为对象 { … }。',
    )
  })

  test('the error itself speaks English, for the log', () => {
    const error = new SettingsError({ code: 'changed', file })
    expect(error).toMatchObject({ code: 'changed', hint: 'Try again.' })
    expect(error.message).toBe('/home/a/settings.json was changed by another program just now.')
  })
})
