/**
 * Resources over `mirohub stdio`, which is how desktop clients come to the chart that a tool names: the same list and the
 * same text as over HTTP, and the news that a file has changed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliEntry } from './cli-entry.ts'

const URI = 'note://how-to'

const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-stdio-resources-'))
const note = (text: string) =>
  writeFileSync(join(dataDir, 'resources', 'note.json'), JSON.stringify({ uri: URI, name: 'how-to', text }))

beforeAll(() => {
  mkdirSync(join(dataDir, 'resources'))
  note('Ask {{MCP_SERVER_URL}}')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function connect(mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'desktop', version: '1' }, { versionNegotiation: { mode } })
  const env = { PATH: process.env.PATH ?? '', MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'UTC' }
  const args = [cliEntry, 'stdio', '--data-dir', dataDir]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  return client
}

// Each starts a whole hub, in auto mode a second one for the client's probe.
describe.each(['auto', 'legacy'] as const)('a client in %s mode', { timeout: 180_000 }, (mode) => {
  it('lists, reads and is told of a change', async () => {
    const client = await connect(mode)
    try {
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain(URI)
      const { contents } = await client.readResource({ uri: URI })
      expect(contents).toEqual([{ uri: URI, text: expect.stringMatching(/^Ask http:\/\/127\.0\.0\.1:\d+$/) }])
      await expect(client.readResource({ uri: 'note://none' })).rejects.toMatchObject({ code: -32602 })

      const changed = new Promise((resolve) =>
        client.setNotificationHandler('notifications/resources/updated', resolve),
      )
      if (mode === 'legacy') await client.subscribeResource({ uri: URI })
      else await client.listen({ resourceSubscriptions: [URI] })
      note(`Changed for the one in ${mode} mode.`)
      expect(await changed).toMatchObject({ params: { uri: URI } })
      note('Ask {{MCP_SERVER_URL}}')
    } finally {
      await client.close()
    }
  })
})
