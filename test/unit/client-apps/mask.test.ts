/** What a preview must not show: other servers' credentials, wherever a settings file keeps them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientProgram } from '../../../src-main/mcp-client/client-apps/clients.ts'
import { formatOf } from '../../../src-main/mcp-client/client-apps/entry-edit.ts'
import { maskSecrets } from '../../../src-main/mcp-client/client-apps/mask.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/client-configs/${name}`, import.meta.url), 'utf8')
const mask = (id: Parameters<typeof clientProgram>[0], text: string) => maskSecrets(formatOf(clientProgram(id)), text)

test.each([
  ['claude-desktop' as const, 'claude_desktop_config.json', 'GITHUB_PERSONAL_ACCESS_TOKEN": "••••"'],
  ['zed' as const, 'zed-settings.json', '"PGPASSWORD": "••••"'],
  ['goose' as const, 'goose-config.yaml', 'API_KEY: "••••"'],
  ['codex' as const, 'codex-config.toml', 'http_headers = { "X-Figma-Token" = "••••" }'],
])('%s: no canary is left, and names and comments are', (id, name, kept) => {
  const before = fixture(name)
  expect(before).toMatch(/canary/i)
  const after = mask(id, before)
  expect(after).not.toMatch(/canary/i)
  expect(after).toContain(kept)
  expect(after.split('\n').length).toBe(before.split('\n').length)
})

test('what is no secret stays', () => {
  const before =
    '{"mcpServers": {"a": {"command": "npx", "args": ["-y", "server"], "env": {"EMPTY": ""}, "timeout": 3}}, "max_tokens": 4096}'
  expect(mask('cursor', before)).toBe(before)
})

test('numbers and switches in an environment, credentials in arguments, addresses and elsewhere', () => {
  const before = JSON.stringify({
    mcpServers: {
      a: {
        env: { PIN: 1234, ON: true },
        args: ['--header', 'X-Key: v1', '--api-key=v2', 'Authorization: Bearer v3', '--token', 'v4'],
      },
      b: { url: 'https://me:v5@example.org/mcp', headers: { Cookie: 'v6' } },
    },
    oauthAccount: { accessToken: 'v7' },
    projects: { '/p': { mcpServers: { c: { env: { K: 'v8' } } } } },
  })
  const after = mask('claude-code', before)
  expect(after).not.toMatch(/v[1-8]|1234|true/)
  expect(JSON.parse(after).mcpServers.a.args[0]).toBe('--header')
})

test('a YAML block text keeps the lines behind it', () => {
  const before = 'extensions:\n  a:\n    envs:\n      KEY: |\n        one\n        two\n    timeout: 3\n'
  expect(mask('goose', before)).toBe('extensions:\n  a:\n    envs:\n      KEY: "••••"\n    timeout: 3\n')
})
