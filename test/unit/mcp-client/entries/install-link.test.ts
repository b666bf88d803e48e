/** Install links of ours and of others: read whole, started never. */
import { expect, test } from 'vitest'
import { EntryError } from '../../../../src-main/mcp-client/entries/entry-error.ts'
import { isInstallLink, readInstallLink } from '../../../../src-main/mcp-client/entries/install-link.ts'
import { createPendingLinks } from '../../../../src-main/mcp-client/entries/pending-links.ts'

const config = { command: 'npx', args: ['-y', 'server>>??~~'], env: { KEY: '<key>' } }
const json = JSON.stringify(config)
const base64 = Buffer.from(json).toString('base64')
const base64url = Buffer.from(json).toString('base64url')

test.each([
  `mirohub://mcp/install?name=srv&config=${base64url}`,
  `mirohub://mcp/install?name=srv&config=${encodeURIComponent(base64)}`,
  `mirohub://mcp/install?name=srv&config=${base64}`,
  `mirohub://mcp/install?name=srv&config=${encodeURIComponent(json)}`,
  `cursor://anysphere.cursor-deeplink/mcp/install?name=srv&config=${base64}`,
  `https://cursor.com/en/install-mcp?name=srv&config=${encodeURIComponent(base64)}`,
  `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'srv', ...config }))}`,
  `https://insiders.vscode.dev/redirect/mcp/install?name=srv&config=${encodeURIComponent(json)}`,
  `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'srv', ...config }))}`)}`,
  `lmstudio://add_mcp?name=srv&config=${base64}`,
  'goose://extension?cmd=npx&arg=-y&arg=server%3E%3E%3F%3F~~&id=x&name=srv&env=KEY%3DThe%20key',
])('%s', (link) => {
  expect(isInstallLink(link)).toBe(true)
  const [draft, ...others] = readInstallLink(link)
  expect(others).toEqual([])
  expect(draft).toMatchObject({
    name: 'srv',
    origin: { kind: 'link' },
    target: { kind: 'stdio', command: 'npx', args: ['-y', 'server>>??~~'], envNames: ['KEY'] },
    values: { env: { KEY: null } },
    problem: null,
  })
})

test.each([
  'mirohub://mcp/install',
  'mirohub://mcp/install?name=a',
  'mirohub://mcp/run?config=e30',
  'mirohub://evil/install?config=e30',
  `mirohub://mcp/install?config=${base64url}&config=e30`,
  'mirohub://mcp/install?config=not base64!',
  'mirohub://mcp/install?config=gA',
  'mirohub://mcp/install?config=e30',
  'vscode:mcp/install?%7',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://example.org/mcp',
  '',
])('%j is refused', (link) => {
  expect(() => readInstallLink(link)).toThrow(EntryError)
})

test('a link over the cap is not decoded at all', () => {
  expect(() => readInstallLink(`mirohub://mcp/install?config=${'A'.repeat(200_001)}`)).toThrow('longer than')
})

test('the address of a server is no install link', () => {
  expect(isInstallLink('https://mcp.example.org/install-mcp')).toBe(false)
  expect(isInstallLink('https://cursor.com.evil.example/install-mcp?config=e30')).toBe(false)
})

test('a page that opens a hundred links leaves five, and each is given once', () => {
  const links = createPendingLinks()
  let told = 0
  links.onAdded(() => told++)
  const added = Array.from({ length: 100 }, (_, at) => links.add(`mirohub://mcp/install?name=${at}`))
  expect(added.filter(Boolean)).toHaveLength(5)
  expect(told).toBe(5)
  expect(links.add('x'.repeat(200_001))).toBe(false)
  expect([links.take(), links.take()]).toEqual(['mirohub://mcp/install?name=0', 'mirohub://mcp/install?name=1'])
  expect(links.size).toBe(3)
})

test('a double click on one link is one review', () => {
  const links = createPendingLinks()
  links.add('mirohub://mcp/install?name=a')
  links.add('mirohub://mcp/install?name=a')
  expect(links.size).toBe(1)
})
