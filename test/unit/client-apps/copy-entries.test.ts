/** What is copied into any other client. */
import { expect, test } from 'vitest'
import { copyEntries } from '../../../src-main/mcp-client/client-apps/copy-entries.ts'

const launch = { command: '/n', args: ['/m/cli.js', 'stdio'], env: {} }
const url = 'http://127.0.0.1:18060/mcp'
const server = (json: string) => JSON.parse(json).mcpServers.mirohub

test('stdio, the two bridges, the address with a header, one command', () => {
  const entries = copyEntries({ launch, url, publicUrl: null })
  expect(server(entries.stdio)).toEqual({ command: '/n', args: ['/m/cli.js', 'stdio'] })
  expect(server(entries.universalProxy)).toEqual({
    command: 'npx',
    args: ['-y', 'universal-mcp-proxy'],
    env: { UMCP_ENDPOINT: url },
  })
  expect(server(entries.mcpRemote)).toEqual({
    command: 'npx',
    args: ['-y', 'mcp-remote', url, '--transport', 'http-only', '--header', 'Authorization:${AUTH_HEADER}'],
    env: { AUTH_HEADER: 'Bearer TOKEN' },
  })
  expect(entries).toMatchObject({ url, header: 'Authorization: Bearer TOKEN', publicUrl: null })
  expect(entries.claudeCode).toBe(
    'claude mcp add --transport http --scope user mirohub http://127.0.0.1:18060/mcp --header "Authorization: Bearer TOKEN"',
  )
})

test('an address in the clear that mcp-remote does not take as this computer is allowed by name', () => {
  const args = (address: string) => server(copyEntries({ launch, url: address, publicUrl: null }).mcpRemote).args
  expect(args('http://[::1]:18060/mcp')).toContain('--allow-http')
  expect(args('http://127.0.0.1.example.org/mcp')).toContain('--allow-http')
  expect(args('http://localhost:18060/mcp')).not.toContain('--allow-http')
})
