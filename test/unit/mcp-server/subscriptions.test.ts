/** Who subscribed to a resource is told of it and of no other, and leaves nothing behind. */

import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { McpBackend } from '../../../src-main/mcp-server/backend.ts'
import { createProtocolServer } from '../../../src-main/mcp-server/protocol-server.ts'
import { onBackendChanged } from '../../../src-main/mcp-server/subscriptions.ts'

function bed() {
  const listeners = new Set<(uri: string | null) => void>()
  const lists = new Set<() => void>()
  const backend: McpBackend = {
    list: async () => [],
    invoke: async () => ({ ready: { content: [] } }),
    onListChanged(listener) {
      lists.add(listener)
      return () => lists.delete(listener)
    },
    resources: {
      list: async () => [],
      templates: async () => [],
      read: async () => null,
      onChanged(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
  const changed = (uri: string | null) => {
    for (const listener of listeners) listener(uri)
  }
  return { backend, changed, listeners, lists }
}

async function connected(backend: McpBackend) {
  const identity = { name: 'test', version: '1' }
  const server = createProtocolServer({ identity, backend, listChanged: true, log: silentLogger })
  const client = new Client({ name: 'subscriber', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  const heard: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  return { client, server, heard }
}

describe('a client of an older version', () => {
  it('is told of what it subscribed to until it unsubscribes', async () => {
    const { backend, changed } = bed()
    const { client, heard } = await connected(backend)
    await client.subscribeResource({ uri: 'a://1' })
    await client.subscribeResource({ uri: 'a://2' })
    for (const uri of ['a://1', 'a://3', null, 'a://2']) changed(uri)
    await client.unsubscribeResource({ uri: 'a://1' })
    for (const uri of ['a://1', 'a://2']) changed(uri)
    // Answered after what was sent before it.
    await client.ping()
    expect(heard).toEqual(['a://1', 'a://2', 'a://2'])
  })

  it('leaves no listener behind, whether it subscribed or not', async () => {
    const { backend, listeners } = bed()
    const first = await connected(backend)
    const second = await connected(backend)
    expect(listeners.size).toBe(0)
    await first.client.subscribeResource({ uri: 'a://1' })
    await first.client.subscribeResource({ uri: 'a://2' })
    await second.client.subscribeResource({ uri: 'a://1' })
    expect(listeners.size).toBe(2)
    await first.client.close()
    await second.server.close()
    expect(listeners.size).toBe(0)
  })

  it('cannot make the list of its subscriptions grow without end', async () => {
    const { backend } = bed()
    const { client } = await connected(backend)
    for (let n = 0; n < 1_000; n++) await client.subscribeResource({ uri: `a://${n}` })
    await expect(client.subscribeResource({ uri: 'a://one-more' })).rejects.toThrow('Too many subscriptions')
    await client.unsubscribeResource({ uri: 'a://0' })
    await client.subscribeResource({ uri: 'a://one-more' })
  })
})

it('everything that a backend tells arrives as one kind of news, until nobody listens', () => {
  const { backend, changed, listeners, lists } = bed()
  const heard: unknown[] = []
  const unsubscribe = onBackendChanged(backend, (change) => heard.push(change))
  for (const listener of lists) listener()
  changed(null)
  changed('a://1')
  expect(heard).toEqual([{ kind: 'tools' }, { kind: 'resources' }, { kind: 'resource', uri: 'a://1' }])
  unsubscribe()
  expect([listeners.size, lists.size]).toEqual([0, 0])
})
