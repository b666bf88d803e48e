/** What a shared server offers and asks, seen by an app that is connected to the hub, in both eras on both sides. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliEntry } from '../cli-entry.ts'
import { openServerBed, type ServerBed } from './hub-with-servers.ts'

let bed: ServerBed
let token: string
const clients: Client[] = []

beforeAll(async () => {
  bed = await openServerBed()
  token = (await bed.hub.services.tokens.mint({ userId: bed.person.id, days: 1, label: 'test' })).token
  const ids = [
    await bed.addFake('Good', 'stdio-server.mjs', 'good'),
    await bed.addFake('Old asker', 'stdio-asking.mjs', '--legacy'),
    await bed.addFake('New asker', 'stdio-asking.mjs', '--modern'),
  ]
  for (const id of ids) {
    await bed.page.servers.update({ id, settings: { shared: true } })
    await bed.until(id, 'ready')
  }
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await bed.close()
})

/** An app whose person fills in every form with the same name. */
async function app(mode: 'auto' | 'legacy', options: ClientOptions = {}): Promise<Client> {
  const client = new Client(
    { name: 'app', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode }, ...options },
  )
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }))
  const headers = { Authorization: `Bearer ${token}`, Cookie: 'canary-cookie=1' }
  await client.connect(new StreamableHTTPClientTransport(new URL(bed.at.mcp), { requestInit: { headers } }))
  clients.push(client)
  return client
}
const textOf = (result: { content: { type: string }[] }) => JSON.stringify(result.content)

describe('an app', () => {
  it('finds the prompts and resources of shared servers beside those of the hub, and reads them', async () => {
    const client = await app('auto')
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('good__greet')
    const prompt = await client.getPrompt({ name: 'good__greet', arguments: { who: 'Bob' } })
    expect(JSON.stringify(prompt.messages)).toContain('Bob')
    const { resources } = await client.listResources()
    const theirs = resources.find(({ uri }) => !uri.startsWith('ui://'))
    expect(theirs).toBeDefined()
    const { contents } = await client.readResource({ uri: theirs?.uri ?? '' })
    expect(contents).toHaveLength(1)
  })

  it.each([
    ['auto', 'old-asker'],
    ['auto', 'new-asker'],
    ['legacy', 'old-asker'],
    ['legacy', 'new-asker'],
  ] as const)('in the %s era answers the questions of %s, whatever era that speaks', async (mode, slug) => {
    const client = await app(mode)
    const result = await client.callTool({ name: `${slug}__ask_form`, arguments: {} })
    expect(textOf(result)).toContain('Ada')
  })

  it('hands none of its own credentials on to a server', async () => {
    const client = await app('auto')
    const seen = textOf(await client.callTool({ name: 'good__env', arguments: {} }))
    expect(seen).toContain('PATH')
    expect(seen).not.toContain(token)
    expect(seen).not.toContain('canary')
  })

  it('over stdio has the same: tools, prompts, resources, and questions', async () => {
    const client = new Client({ name: 'stdio-app', version: '1' }, { capabilities: { elicitation: { form: {} } } })
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }))
    clients.push(client)
    const { dataDir } = bed.hub.config
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cliEntry, 'stdio', '--data-dir', dataDir],
        env: { PATH: process.env.PATH ?? '', MIROHUB_SECRETS: 'memory' },
      }),
    )
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('good__every_content')
    const { content } = await client.callTool({ name: 'good__every_content', arguments: {} })
    expect(content.map(({ type }) => type)).toEqual(expect.arrayContaining(['text', 'image', 'audio']))
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('good__greet')
    expect((await client.listResources()).resources.length).toBeGreaterThan(1)
    expect(textOf(await client.callTool({ name: 'old-asker__ask_form', arguments: {} }))).toContain('Ada')
  })
})
