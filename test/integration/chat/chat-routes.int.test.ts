/** The chat as a window has it: the whole hub, called through its router. */
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-chat-routes-'))
let hub: Hub
let ada: Profile
let bob: Profile

beforeAll(async () => {
  const env = { MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'UTC' }
  const flags = { dataDir: join(root, 'data') }
  const config = loadConfig({ env, flags, platform: process.platform, homedir: homedir() })
  hub = await createHub(config, { host: 'node', log: silentLogger })
  ada = await hub.services.profiles.default()
  bob = await hub.services.profiles.create('Bob')
})
afterAll(async () => {
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

const as = (profile: Profile) => hub.client(profile, 'window').chat
type Chat = ReturnType<typeof as>

async function send(chat: Chat, input: Parameters<Chat['send']>[0]) {
  const events: ChatEvent[] = []
  for await (const event of await chat.send(input)) events.push(event)
  const [first] = events
  return { events, ids: first?.type === 'started' ? first : null }
}
const question = (text: string, conversationId: string | null = null) => ({ conversationId, question: text })

describe('a conversation', () => {
  it('is asked, listed, branched, configured, exported and removed by its owner alone', async () => {
    const { ids, events } = await send(as(ada), question('what data do I have'))
    expect(events.at(-1)).toMatchObject({ type: 'end' })
    const conversationId = ids?.conversationId ?? ''
    const messageId = ids?.messageId ?? ''
    expect(await as(ada).conversations({})).toMatchObject([
      { id: conversationId, agent: 'quick', model: null, subject: null, activity: null },
    ])
    expect(await as(bob).conversations({})).toEqual([])
    expect(await as(ada).messages({ conversationId })).toHaveLength(2)
    const branch = await as(ada).branch({ conversationId, messageId })
    expect(branch.id).not.toBe(conversationId)
    await expect(as(bob).branch({ conversationId, messageId })).rejects.toThrow('not in the conversation')
    await expect(as(bob).showVersion({ conversationId, messageId })).rejects.toThrow('not in the conversation')
    await expect(as(bob).rename({ conversationId, title: 'x' })).rejects.toThrow('gone')
    await expect(as(bob).export({ conversationId, format: 'json' })).rejects.toThrow('gone')
    const model = { provider: 'p', model: 'm' }
    expect(await as(ada).configure({ conversationId, agent: 'deep', model })).toMatchObject({ agent: 'deep', model })
    const file = await as(ada).export({ conversationId, format: 'markdown' })
    expect(file).toMatchObject({ fileName: 'what data do I have.md', mime: 'text/markdown' })
    expect(file.text).toContain('> what data do I have')
    expect(await as(bob).remove({ conversationId })).toEqual({ removed: false })
    expect(await as(ada).remove({ conversationId })).toEqual({ removed: true })
    expect(await as(ada).conversations({})).toMatchObject([{ id: branch.id }])
  })

  it('is answered again, each answer beside the other', async () => {
    const { ids } = await send(as(ada), question('what data do I have'))
    const conversationId = ids?.conversationId ?? ''
    const events: ChatEvent[] = []
    for await (const event of await as(ada).regenerate({ conversationId, messageId: ids?.messageId ?? '' }))
      events.push(event)
    expect(events[0]).toMatchObject({ type: 'started', userMessageId: ids?.userMessageId })
    const [, answer] = await as(ada).messages({ conversationId })
    expect(answer?.versions).toHaveLength(2)
    const back = await as(ada).showVersion({ conversationId, messageId: ids?.messageId ?? '' })
    expect(back[1]?.id).toBe(ids?.messageId)
  })
})

describe('somebody else', () => {
  it('is offered, asked about and left by what they share', async () => {
    const chat = as(ada)
    expect(await chat.subjects()).toEqual([{ id: ada.publicId, name: ada.name, isSelf: true }])
    const about = { ...question('average resting heart rate'), subject: bob.publicId }
    expect((await send(chat, about)).events).toMatchObject([{ code: 'not_shared' }, { type: 'end', reason: 'failed' }])
    const { ids } = await send(chat, question('what data do I have'))
    const conversationId = ids?.conversationId ?? ''
    await expect(chat.configure({ conversationId, subject: bob.publicId })).rejects.toThrow('does not share')
    await hub.services.sharing.set(bob.id, ada.id, { chat: 'read', health: 'read', genetics: 'none' })
    expect(await chat.subjects()).toEqual([
      { id: ada.publicId, name: ada.name, isSelf: true },
      { id: bob.publicId, name: 'Bob', isSelf: false },
    ])
    expect(await chat.configure({ conversationId, subject: bob.publicId })).toMatchObject({ subject: bob.publicId })
    // Who says nothing of it goes on about the same person: their data must not be taken for one's own.
    await send(chat, { ...question('average steps'), conversationId })
    const listed = (await chat.conversations({})).find(({ id }) => id === conversationId)
    expect(listed?.subject).toBe(bob.publicId)
    expect((await send(chat, about)).ids).not.toBeNull()
    await hub.services.sharing.set(bob.id, ada.id, { chat: 'none', health: 'read', genetics: 'none' })
    expect((await send(chat, about)).ids).toBeNull()
    expect(await chat.configure({ conversationId, subject: null })).toMatchObject({ subject: null })
  })
})

describe('what waits', () => {
  it('is empty, and an answer to nothing is taken by nobody', async () => {
    expect(await as(ada).waiting()).toEqual([])
    expect(await as(ada).decide({ id: 'x', decision: 'always' })).toEqual({ taken: false })
    expect(await as(ada).answerQuestion({ id: 'x', answer: 'y' })).toEqual({ taken: false })
    expect(await as(ada).grants()).toEqual([])
    expect(await as(ada).revokeGrant({ id: 'x' })).toEqual({ revoked: false })
    const runId = '11111111-1111-4111-8111-111111111111'
    expect(await as(ada).stop({ runId })).toEqual({ stopped: false })
    expect(await as(ada).cancelCall({ runId, callId: 'c' })).toEqual({ cancelled: false })
    for await (const event of await as(ada).follow({ runId })) throw new Error(`told ${event.type}`)
  })
})
