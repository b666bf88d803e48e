/**
 * Resources over `mirohub stdio`, which is how desktop clients come to the chart that a tool names: the same list and the
 * same text as over HTTP, and the news that a file has changed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRuntimeFile } from '../../src-main/config/runtime-file.ts'
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

/** Lists, reads, and is told of a change. */
async function expectResources(client: Client, subscribe: () => Promise<unknown>): Promise<void> {
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain(URI)
  const { contents } = await client.readResource({ uri: URI })
  expect(contents).toEqual([{ uri: URI, text: expect.stringMatching(/^Ask http:\/\/127\.0\.0\.1:\d+$/) }])
  await expect(client.readResource({ uri: 'note://none' })).rejects.toMatchObject({ code: -32602 })

  const changed = new Promise((resolve) => client.setNotificationHandler('notifications/resources/updated', resolve))
  await subscribe()
  note('Changed.')
  expect(await changed).toMatchObject({ params: { uri: URI } })
}

it('a client whose program is the hub itself, and a modern one beside it whose program talks to that hub', async () => {
  const legacy = await connect('legacy')
  try {
    expect(readRuntimeFile(dataDir)?.role).toBe('stdio')
    await expectResources(legacy, () => legacy.subscribeResource({ uri: URI }))

    note('Ask {{MCP_SERVER_URL}}')
    const modern = await connect('auto')
    try {
      await expectResources(modern, () => modern.listen({ resourceSubscriptions: [URI] }))
    } finally {
      await modern.close()
    }
  } finally {
    await legacy.close()
  }
}, 180_000)
