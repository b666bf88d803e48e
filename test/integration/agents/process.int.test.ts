/**
 * The program as it is started, with a model that its configuration declares: asked on the command line and over HTTP,
 * and killed in the middle of an answer (claude-code#69456, chatml#695, lobehub#19775).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import { type Connection, connectToRunningHub } from '../../../src-main/cli/connection.ts'
import { type FakeQuestion, lastQuestion, toolResults } from '../../fake-models/fake-answer.ts'
import { type FakeModel, startFakeModel } from '../../fake-models/fake-model.ts'
import { cliEntry } from '../cli-entry.ts'
import { answerIn } from './agent-bed.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-process-'))
const dataDir = join(root, 'data')
/** What the tool that writes leaves: a line a call. */
const written = join(root, 'written.txt')
const lines = () => (existsSync(written) ? readFileSync(written, 'utf8').trim().split('\n') : [])
const TOOLS = `
import { appendFileSync } from 'node:fs'
/** Appends a line, and never says that it has.
 * @write
 * @param {string} text The line. */
export async function append_it(text, context) {
  appendFileSync(${JSON.stringify(written)}, text + '\\n')
  if (text.startsWith('slow')) await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
  return { appended: text }
}
/** Reads.
 * @readonly */
export function read_it() { return { word: 'pulse' } }
`
const env = { PATH: process.env.PATH ?? '', HOME: root, MIROHUB_SECRETS: 'memory', TEST_MODEL_KEY: 'sk-of-the-test' }

let model: FakeModel
let serving: ChildProcess | null = null
let connection: Connection

/** By what was asked: reads, appends at once, or appends and does not come back. */
function answer(question: FakeQuestion) {
  const results = toolResults(question)
  const [asked = ''] = lastQuestion(question).match(/read|slow|quick/) ?? []
  if (results.length > 0) return { text: `It came to: ${results[0]?.text}` }
  return asked === 'read'
    ? { text: 'I read. ', toolCalls: [{ name: 'read_it', args: {} }] }
    : { text: `I append ${asked}. `, toolCalls: [{ name: 'append_it', args: { text: `${asked} line` } }] }
}

const start = (...args: string[]) => spawn(process.execPath, [cliEntry, ...args, '--data-dir', dataDir], { env })
async function serve(): Promise<void> {
  serving = start('serve', '--port', '0')
  let told = ''
  serving.stderr?.on('data', (chunk) => {
    told += chunk
  })
  if (serving.stdout === null) throw new Error('not started')
  await Promise.race([once(serving.stdout, 'data'), once(serving, 'exit').then(() => Promise.reject(new Error(told)))])
  const connected = await connectToRunningHub(dataDir)
  if (connected === null) throw new Error('nothing answers')
  connection = connected
}

beforeAll(async () => {
  model = await startFakeModel(answer, { key: 'sk-of-the-test' })
  mkdirSync(join(dataDir, 'tools'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'tools', 'tools.js'), TOOLS)
  writeFileSync(
    join(dataDir, 'config.yaml'),
    `PROVIDERS_DEEP: {scripted: {llm_type: openai, model: fake-model, base_url: "${model.url}", api_key: TEST_MODEL_KEY}}\n`,
  )
  await serve()
}, 120_000)
afterAll(async () => {
  if (serving !== null && serving.exitCode === null && serving.signalCode === null) {
    const closed = once(serving, 'close')
    serving.kill('SIGTERM')
    await closed
  }
  await model?.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

async function ask(question: string): Promise<{ code: number | null; events: AgentEvent[]; stderr: string }> {
  const child = start('ask', question, '--agent', 'deep', '--json')
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return {
    code,
    events:
      stdout.trim() === ''
        ? []
        : stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line)),
    stderr,
  }
}
const textIn = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')

it('answers `ask --agent deep --json` with the declared model, a line an event', async () => {
  const { code, events, stderr } = await ask('Please read')
  expect(stderr).toBe('')
  expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ tool: 'read_it' })
  expect(textIn(events)).toContain('"word":"pulse"')
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
  expect(code).toBe(0)
  // The key went to the model and nowhere else.
  expect(JSON.stringify(events)).not.toContain('sk-of-the-test')
})

it('runs nothing there that a person would have to allow, and says so', async () => {
  const { code, events, stderr } = await ask('Be quick')
  expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ error: { code: 'not_approved' } })
  expect(stderr).toContain('needs your approval')
  expect(lines()).toEqual([])
  expect(code).toBe(0)
})

it('answers POST /api/chat with a token in chunks, and nobody without one', async () => {
  const { token } = await connection.client.app.tokens.create({ label: 'test', days: 1 })
  const { origin } = new URL(connection.running?.url ?? '')
  const post = (headers: Record<string, string>) =>
    fetch(`${origin}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ question: 'Please read', agent: 'deep' }),
    })
  expect((await post({})).status).toBe(401)
  const response = await post({ authorization: `Bearer ${token}` })
  expect(response.status).toBe(200)
  const chunks = (await response.text())
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part): { type: string; content?: unknown } => JSON.parse(part.slice('data: '.length)))
  const said = chunks.flatMap(({ type, content }) => (type === 'reply' ? [String(content)] : [])).join('')
  expect(said).toContain('"word":"pulse"')
  expect(chunks.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['queryTitle', 'queryArguments', 'queryDetail']),
  )
  expect(chunks.at(-1)).toMatchObject({ type: 'end' })
})

it('killed in the middle, it shows both answers as interrupted; going on does not write a second time what had begun', async () => {
  /** Sends, allows what waits where `isAllowed`, and hands on until the hub is gone. */
  async function begin(question: string, isAllowed: boolean, until: (event: ChatEvent) => Promise<boolean>) {
    const events: ChatEvent[] = []
    const stream = await connection.client.chat.send({ conversationId: null, question, agent: 'deep' })
    for await (const event of stream) {
      events.push(event)
      if (event.type === 'approval' && isAllowed) {
        await connection.client.chat.decide({ id: event.id, decision: 'once' })
        await expect.poll(lines).toEqual(['slow line'])
      }
      if (await until(event)) break
    }
    const [first] = events
    if (first?.type !== 'started') throw new Error('not begun')
    return first
  }
  const writing = await begin('Write slow', true, async ({ type }) => type === 'approval')
  const waiting = await begin('Be quick', false, async ({ type }) => type === 'approval')
  // What a person is shown is kept at once; a kill in the very moment before counts as begun, which is the safe side.
  const kept = async () => {
    const { conversationId } = waiting
    return (await connection.client.chat.messages({ conversationId })).at(-1)?.events.map(({ type }) => type) ?? []
  }
  await expect.poll(kept).toContain('approval')
  const gone = once(serving ?? expect.fail(), 'exit')
  serving?.kill('SIGKILL')
  await gone

  await serve()
  const { chat } = connection.client
  const last = async (conversationId: string) => (await chat.messages({ conversationId })).at(-1)
  for (const { conversationId } of [writing, waiting])
    expect(await last(conversationId)).toMatchObject({ state: 'interrupted', canResume: true })
  expect((await last(writing.conversationId))?.text).toContain('I append slow.')
  // Nothing went on by itself, and nothing waits for anybody.
  expect(lines()).toEqual(['slow line'])
  expect(await chat.waiting()).toEqual([])

  const resumed: ChatEvent[] = []
  const { conversationId, messageId } = writing
  for await (const event of await chat.resume({ conversationId, messageId })) {
    resumed.push(event)
    expect(event.type).not.toBe('approval')
  }
  expect(textIn(resumed)).toContain('outcome is unknown')
  expect(answerIn(resumed).end).toBe('done')
  expect(lines()).toEqual(['slow line'])
  expect(await last(conversationId)).toMatchObject({ state: 'done', canResume: false })

  // What had only been asked for is asked for again, and done once.
  const again: ChatEvent[] = []
  for await (const event of await chat.resume({
    conversationId: waiting.conversationId,
    messageId: waiting.messageId,
  })) {
    again.push(event)
    if (event.type === 'approval') await chat.decide({ id: event.id, decision: 'once' })
  }
  expect(again.filter(({ type }) => type === 'approval')).toHaveLength(1)
  expect(textIn(again)).toContain('"appended":"quick line"')
  expect(answerIn(again).end).toBe('done')
  expect(lines()).toEqual(['slow line', 'quick line'])
})
