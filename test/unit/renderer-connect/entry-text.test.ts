/** A new token goes to the clipboard and stays off the screen. */
import { expect, it } from 'vitest'
import { copyEntries } from '../../../src-main/mcp-client/client-apps/copy-entries.ts'
import { needsToken, withToken } from '../../../src-renderer/features/connect/entry-text.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.$&$1.k7Jd0'

it('fills every place and shows no more than its end', () => {
  const { shown, copied } = withToken('curl -H "Authorization: Bearer TOKEN"', token)
  expect(copied).toBe(`curl -H "Authorization: Bearer ${token}"`)
  expect(shown).toBe('curl -H "Authorization: Bearer ••••7Jd0"')
})

it('leaves names that only contain the word', () => {
  expect(needsToken('{"UMCP_TOKEN": "x", "TOKENS": 1}')).toBe(false)
  expect(withToken('UMCP_TOKEN=TOKEN', token).copied).toBe(`UMCP_TOKEN=${token}`)
})

it('asks for a token exactly where the hub’s own entries keep a place for one', () => {
  const entries = copyEntries({
    launch: { command: '/usr/bin/node', args: ['cli.js', 'stdio'], env: {} },
    url: 'http://127.0.0.1:18060/mcp',
    publicUrl: null,
  })
  expect(needsToken(entries.stdio)).toBe(false)
  expect(needsToken(entries.url)).toBe(false)
  expect(JSON.parse(withToken(entries.mcpRemote, token).copied).mcpServers.mirohub.env.AUTH_HEADER).toBe(
    `Bearer ${token}`,
  )
  expect(withToken(entries.header, token).copied).toBe(`Authorization: Bearer ${token}`)
  expect(withToken(entries.claudeCode, token).copied).toContain(`"Authorization: Bearer ${token}"`)
})
