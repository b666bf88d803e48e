/** The true path of an external server: looked at, approved, started, called from the console, a chat turn and /mcp. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerRunEvent } from '../../../src-main/api/contract/servers.ts'
import { openServerBed, type ServerBed } from './hub-with-servers.ts'

let bed: ServerBed
let good: string

beforeAll(async () => {
  bed = await openServerBed()
  good = await bed.addFake('Good one', 'stdio-server.mjs', 'good')
})
afterAll(() => bed.close())

async function runTool(id: string, tool: string, args: unknown): Promise<ServerRunEvent[]> {
  const events: ServerRunEvent[] = []
  for await (const event of await bed.page.servers.run({ id, tool, args })) events.push(event)
  return events
}

describe('an external server', () => {
  it('starts after it was approved, and its state tells when it answered', async () => {
    const detail = await bed.until(good, 'ready')
    expect(detail.slug).toBe('good-one')
    expect(detail.review).toBeNull()
    expect(Date.now() - Date.parse(detail.lastAnswerAt ?? '')).toBeLessThan(30_000)
    expect(detail.toReview).toBe(0)
    expect(detail.tools.on).toBe(detail.tools.total)
    expect(detail.toolList.find(({ name }) => name === 'echo')).toMatchObject({
      alias: 'good-one__echo',
      trust: 'approved',
    })
  })

  it('is called from the console, with progress, through the one door', async () => {
    const events = await runTool(good, 'slow', { steps: 3, stepMs: 5 })
    expect(events.filter(({ type }) => type === 'progress').length).toBeGreaterThan(0)
    expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: true, error: null })
    await runTool(good, 'echo', { text: 'hi' })
    // The log is written behind the answer.
    const rows = () => bed.hub.services.db.query("select tool, server, ok from audit where tool = 'good-one__echo'")
    await expect.poll(rows).toEqual([{ tool: 'good-one__echo', server: 'good-one', ok: true }])
  })

  it('joins a chat turn', async () => {
    const user = { ...bed.person, language: 'en' }
    expect((await bed.hub.registry.list({ actor: 'agent:deep', user })).map(({ name }) => name)).toContain(
      'good-one__echo',
    )
    const texts: string[] = []
    for await (const event of await bed.page.local.ask({
      question: '/good-one__echo text="from the chat"',
      agent: 'quick',
    })) {
      if (event.type === 'text') texts.push(event.text)
      if (event.type === 'tool_call') expect(event).toMatchObject({ tool: 'good-one__echo', server: 'Good one' })
    }
    expect(texts.join('')).toContain('from the chat')
  })

  it('is seen by connected apps only when it is shared', async () => {
    const { token } = await bed.hub.services.tokens.mint({ userId: bed.person.id, days: 1, label: 'test' })
    const client = new Client({ name: 'app', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(bed.at.mcp), {
        requestInit: { headers: { Authorization: `Bearer ${token}` } },
      }),
    )
    const names = async () =>
      (await client.listTools(undefined, { cacheMode: 'refresh' })).tools.map(({ name }) => name)
    expect(await names()).not.toContain('good-one__echo')
    await bed.page.servers.update({ id: good, settings: { shared: true } })
    expect(await names()).toContain('good-one__echo')
    const result = await client.callTool({ name: 'good-one__echo', arguments: { text: 'from the app' } })
    expect(JSON.stringify(result.content)).toContain('from the app')
    await client.close()
  })

  it('waits for the person again when what it runs is another, and keeps what it listed for the difference', async () => {
    const before = await bed.page.servers.get({ id: good })
    if (before.target.kind !== 'stdio') throw new Error('not a program')
    const { command, args, cwd } = before.target
    const changed = await bed.page.servers.update({
      id: good,
      draft: { name: before.name, target: { kind: 'stdio', command, args: [...args, '--legacy'], cwd } },
    })
    expect(changed.state).toBe('needs-approval')
    expect(changed.review).toMatchObject({ before: { args }, target: { args: [...args, '--legacy'] } })
    await expect(bed.page.servers.approve({ id: good, fingerprint: 'f'.repeat(64) })).rejects.toThrow(/another now/)
    await bed.page.servers.approve({ id: good, fingerprint: changed.review?.fingerprint ?? '' })
    expect((await bed.until(good, 'ready')).era).toBe('legacy')
  })

  it('belongs to its person alone', async () => {
    const bob = await bed.hub.services.profiles.create('Bob')
    const page = bed.pageOf(bob)
    expect((await page.servers.list()).servers).toEqual([])
    await expect(page.servers.get({ id: good })).rejects.toThrow(/no such server/)
    await expect(page.servers.stop({ id: good })).rejects.toThrow(/no such server/)
    expect(
      (await bed.hub.registry.list({ actor: 'window', user: { ...bob, language: 'en' } })).map(({ name }) => name),
    ).not.toContain('good-one__echo')
  })

  it('stops, starts and goes, with its tools', async () => {
    const caller = { actor: 'window', user: { ...bed.person, language: 'en' } }
    const offered = async () => (await bed.hub.registry.list(caller)).map(({ name }) => name)
    expect((await bed.page.servers.stop({ id: good })).state).toBe('stopped')
    // Until it is started by hand every call would be refused: nobody is offered them.
    expect(await offered()).not.toContain('good-one__echo')
    expect(await bed.hub.registry.invoke({ tool: 'good-one__echo', args: { text: 'hi' }, caller })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/stopped by hand/) },
    })
    expect((await bed.page.servers.start({ id: good })).state).toBe('ready')
    expect(await offered()).toContain('good-one__echo')
    expect(await bed.page.servers.remove({ ids: [good] })).toEqual({ removed: 1 })
    const { servers } = await bed.page.servers.list()
    expect(servers).toEqual([])
    const { tools } = await bed.hub.registry.inspect({ actor: 'window', user: { ...bed.person, language: 'en' } })
    expect(tools.filter(({ origin }) => origin.kind === 'server')).toEqual([])
  })
})
