/** The agents with a model, in the whole hub over a scripted model server: asked as a window asks, their calls approved as a person approves. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import type { Brain } from '../../fake-models/fake-answer.ts'
import { type FakeModel, startFakeModel } from '../../fake-models/fake-model.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-agents-'))
const dataDir = join(root, 'data')
let hub: Hub
let ada: Profile
let model: FakeModel
type Script = Extract<Brain, (...args: never[]) => unknown>
let brain: Script = () => ({ text: 'nothing' })

beforeAll(async () => {
  mkdirSync(join(dataDir, 'tools'), { recursive: true, mode: 0o700 })
  writeFileSync(
    join(dataDir, 'tools', 'notes.js'),
    '/** Keeps a note.\n * @write\n * @param {string} text What to keep. */\nexport function keep_note(text) { return { kept: text } }\n',
  )
  model = await startFakeModel((question) => brain(question))
  const env = { MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'UTC' }
  const config = loadConfig({ env, flags: { dataDir }, platform: process.platform, homedir: homedir() })
  hub = await createHub(config, { host: 'node', log: silentLogger })
  ada = await hub.services.profiles.default()
  await hub.services.models.save(ada.id, null, {
    preset: 'custom',
    name: 'Scripted',
    baseUrl: model.url,
    models: ['fake-model'],
  })
})
afterAll(async () => {
  await hub?.stop()
  await model?.close()
  rmSync(root, { recursive: true, force: true })
})

const chat = () => hub.client(ada, 'window').chat

/** Asks as a window, and answers what waits with `decision`. */
async function ask(
  agent: 'deep' | 'base',
  question: string,
  decision: 'once' | 'rejected',
  conversationId: string | null = null,
) {
  const events: ChatEvent[] = []
  for await (const event of await chat().send({ conversationId, question, agent })) {
    events.push(event)
    if (event.type !== 'approval') continue
    // Asked for in every window, and answered there.
    const waiting = await chat().waiting()
    expect(waiting.map((one) => one.event)).toEqual([event])
    expect(await chat().decide({ id: event.id, decision, reason: 'not now' })).toEqual({ taken: true })
  }
  const [first] = events
  const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  const conversation = first?.type === 'started' ? first.conversationId : ''
  return { events, text, conversationId: conversation }
}
const kept = async () => {
  const { rows } = await hub.services.audit.list({ id: ada.id, timeZone: 'UTC' }, {}, { limit: 100 })
  return rows.filter(({ tool, ok }) => tool === 'keep_note' && ok).length
}

describe.each(['deep', 'base'] as const)('the %s agent', (agent) => {
  it('calls what the person allows, says what came of it, and remembers the conversation', async () => {
    brain = ({ messages, tools }) => {
      const last = messages.at(-1)
      if (last?.role === 'tool') return { text: `It says: ${String(last.content).includes('milk') ? 'milk' : 'no'}.` }
      expect(tools).toContain('keep_note')
      return { toolCalls: [{ name: 'keep_note', args: { text: 'milk' } }] }
    }
    const before = await kept()
    const first = await ask(agent, 'note milk', 'once')
    expect(first.events.at(-1)).toEqual({ type: 'end', reason: 'done' })
    const approval = first.events.find((event) => event.type === 'approval')
    expect(approval).toMatchObject({ tool: 'keep_note', args: { text: 'milk' }, reason: 'writes' })
    expect(first.text).toContain('It says: milk.')
    await expect.poll(kept).toBe(before + 1)

    // What was said before is in the next question.
    brain = ({ messages }) => ({
      text: JSON.stringify(messages).includes('note milk') ? 'I remember.' : 'Who are you?',
    })
    const second = await ask(agent, 'do you remember', 'once', first.conversationId)
    expect(second.text).toContain('I remember.')
    const messages = await chat().messages({ conversationId: first.conversationId })
    expect(messages.map(({ role, state, agent: by }) => [role, state, by])).toEqual([
      ['user', null, null],
      ['assistant', 'done', agent],
      ['user', null, null],
      ['assistant', 'done', agent],
    ])
  })

  it('goes on without what the person rejects, and hears why', async () => {
    brain = ({ messages }) => {
      const last = messages.at(-1)
      if (last?.role !== 'tool') return { toolCalls: [{ name: 'keep_note', args: { text: 'eggs' } }] }
      return { text: String(last.content).includes('not now') ? 'Not now, then.' : 'Strange.' }
    }
    const before = await kept()
    const { text, events } = await ask(agent, 'note eggs', 'rejected')
    expect(text).toContain('Not now, then.')
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
    expect(await kept()).toBe(before)
  })

  it('is stopped within a second while its model pauses, and keeps what it said', async () => {
    brain = () => ({ text: 'So far so good and so on. '.repeat(50), tokenMs: 2_000, tokenChars: 6 })
    const stream = await chat().send({ conversationId: null, question: 'go on', agent })
    const events: ChatEvent[] = []
    let took = 0
    for await (const event of stream) {
      events.push(event)
      const [first] = events
      if (event.type !== 'text' || first?.type !== 'started') continue
      const at = performance.now()
      void chat()
        .stop({ runId: first.runId })
        .then(() => (took = performance.now() - at))
    }
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' })
    await expect.poll(() => took).toBeGreaterThan(0)
    expect(took).toBeLessThan(1000)
    const [first] = events
    const conversationId = first?.type === 'started' ? first.conversationId : ''
    expect((await chat().messages({ conversationId }))[1]).toMatchObject({ text: 'So far', state: 'stopped' })
  })
})
