/** A whole hub in this process with a page that is open, a scripted model behind its agents, and servers that note what reaches them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouterClient } from '@orpc/server'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import type { router } from '../../../src-main/api/router.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub, type HubAddresses } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import type { FakeAnswer, FakeQuestion } from '../../fake-models/fake-answer.ts'
import { type FakeModel, startFakeModel } from '../../fake-models/fake-model.ts'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import type { HttpServer, Json } from '../../fake-servers/http-rpc.ts'

export type Page = RouterClient<typeof router, Record<never, never>>
export type Script = (question: FakeQuestion) => FakeAnswer | Promise<FakeAnswer>
type Send = Parameters<Page['chat']['send']>[0]
export type Approval = Extract<AgentEvent, { type: 'approval' }>
type Decision = 'once' | 'conversation' | 'always' | 'rejected'

export interface Asked extends Partial<Omit<Send, 'question'>> {
  /** Answers what waits; null leaves it waiting. Rejects what it is not told about. */
  readonly decide?: (approval: Approval) => Decision | null
  /** The answer to a question of the agent; null leaves it waiting. */
  readonly reply?: (question: string) => string | null
  /** Every event as it comes, before it is answered. */
  readonly onEvent?: (event: ChatEvent, started: Started) => void
  readonly as?: Page
}
export type Started = Extract<ChatEvent, { type: 'started' }>

export interface Answer {
  readonly events: readonly ChatEvent[]
  readonly started: Started
  readonly text: string
  readonly approvals: readonly Approval[]
  /** `tool → ok` or `tool → error code`, in the order in which calls ended. */
  readonly calls: readonly string[]
  readonly end: Extract<AgentEvent, { type: 'end' }>['reason']
}

/** A tool of a fake server: what it says of itself, and what it answers. */
export interface ServedTool {
  readonly description?: string
  readonly annotations?: Json
  readonly inputSchema?: Json
  /** A text, or a whole result. */
  readonly run?: (args: Json, signal: AbortSignal) => string | Json | Promise<string | Json>
}
export interface NotingServer {
  readonly id: string
  /** The arguments of every call that arrived, with the tool's name. */
  readonly received: { readonly tool: string; readonly args: Json }[]
  readonly http: HttpServer
}

export interface AgentBed {
  readonly hub: Hub
  readonly at: HubAddresses
  readonly person: Profile
  readonly page: Page
  readonly model: FakeModel
  readonly dataDir: string
  /** What the model does from now on. */
  play(script: Script): void
  pageOf(person: Profile): Page
  ask(question: string, how?: Asked): Promise<Answer>
  /** Reads a stream of a run as `ask` does. */
  read(stream: AsyncIterable<ChatEvent>, how?: Asked): Promise<Answer>
  attach(name: string, content: string | Uint8Array): Promise<string>
  /** Imports one weight of the person: 1 July 2025. */
  weigh(kg: number): Promise<void>
  /** Writes a tool file of the person while the hub runs, and waits until its tool `offers` is listed. */
  toolFile(file: string, source: string, offers: string): Promise<void>
  /** Adds and approves a server with these tools, and waits until it is ready. */
  serve(name: string, tools: Readonly<Record<string, ServedTool>>): Promise<NotingServer>
  /** Which tools were run and answered well, by the audit log. */
  ran(): Promise<string[]>
  close(): Promise<void>
}

export async function openAgentBed(env: Record<string, string> = {}): Promise<AgentBed> {
  const root = mkdtempSync(join(tmpdir(), 'mirohub-agents-'))
  const dataDir = join(root, 'data')
  const toolsDir = join(dataDir, 'tools')
  mkdirSync(toolsDir, { recursive: true, mode: 0o700 })
  let script: Script = () => ({ text: 'No script.' })
  const model = await startFakeModel((question) => script(question))
  const config = loadConfig({
    env: { MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'Europe/Berlin', ...env },
    flags: { dataDir },
    platform: process.platform,
    homedir: root,
  })
  const hub = await createHub(config, { host: 'node', page: true, log: silentLogger })
  const at = await hub.listen(0)
  const person = await hub.services.profiles.default()
  const pageOf = (one: Profile): Page => hub.client(one, 'window')
  const page = pageOf(person)
  const shown = new AbortController()
  void showPage(page, shown.signal)
  const servers: HttpServer[] = []
  const { id } = await page.models.save({
    id: null,
    preset: 'custom',
    name: 'Scripted',
    baseUrl: model.url,
    models: ['fake-model'],
  })
  for (const agent of ['deep', 'base'] as const)
    await page.models.setDefault({ agent, model: { provider: id, model: 'fake-model' } })

  async function read(stream: AsyncIterable<ChatEvent>, how: Asked = {}): Promise<Answer> {
    const { as = page, decide = () => 'rejected', reply = () => null, onEvent } = how
    const events: ChatEvent[] = []
    let started: Started | null = null
    for await (const event of stream) {
      events.push(event)
      if (event.type === 'started') started = event
      if (started !== null) onEvent?.(event, started)
      if (event.type === 'approval') {
        const decision = decide(event)
        if (decision !== null) await as.chat.decide({ id: event.id, decision, reason: 'I do not want that.' })
      }
      if (event.type === 'question') {
        const answer = reply(event.question)
        if (answer !== null) await as.chat.answerQuestion({ id: event.id, answer })
      }
    }
    return answerIn(events)
  }

  return {
    hub,
    at,
    person,
    page,
    model,
    dataDir,
    pageOf,
    read,
    play(next) {
      script = next
    },
    async ask(question, how = {}) {
      const { decide: _decide, reply: _reply, onEvent: _onEvent, as = page, ...more } = how
      return read(await as.chat.send({ conversationId: null, agent: 'deep', ...more, question }), how)
    },
    async attach(name, content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      return (await hub.services.files.attach(person.id, { name, bytes })).id
    },
    async weigh(kg) {
      const path = join(root, 'export.xml')
      writeFileSync(path, weightExport(kg))
      const { jobs } = await page.imports.start({ items: [{ path }] })
      let last = ''
      for await (const { phase } of await page.imports.follow({ jobId: jobs[0]?.jobId ?? '' })) last = phase
      if (last !== 'done') throw new Error(`the import ended as ${last}`)
    },
    async toolFile(file, source, offers) {
      writeFileSync(join(toolsDir, file), source)
      for (let waited = 0; ; waited += 25) {
        const { tools, warnings } = await page.tools.list()
        if (tools.some(({ name }) => name === offers)) return
        if (waited > 20_000) throw new Error(`${offers} is not listed: ${warnings.join(' ')}`)
        await new Promise((done) => setTimeout(done, 25))
      }
    },
    async serve(name, tools) {
      const received: NotingServer['received'] = []
      const server = await startGoodHttpServer({
        handlers: {
          'tools/list': () => ({
            tools: Object.entries(tools).map(([tool, { description = tool, annotations, inputSchema }]) => ({
              name: tool,
              description,
              inputSchema: inputSchema ?? { type: 'object', properties: { text: { type: 'string' } } },
              ...(annotations === undefined ? {} : { annotations }),
            })),
          }),
          'tools/call': async ({ params, signal }) => {
            const tool = String(params.name)
            const args = isJson(params.arguments) ? params.arguments : {}
            received.push({ tool, args })
            const said = (await tools[tool]?.run?.(args, signal)) ?? 'done'
            return typeof said === 'string' ? { content: [{ type: 'text', text: said }] } : said
          },
        },
      })
      servers.push(server)
      const text = JSON.stringify({ mcpServers: { [name]: { url: server.url } } })
      const [proposal] = await page.servers.propose({ kind: 'paste', text })
      if (proposal === undefined) throw new Error('nothing was proposed')
      const { key, review } = proposal
      const added = await page.servers.add({ key, fingerprint: review.fingerprint, fields: {}, approve: true })
      for (let waited = 0; ; waited += 25) {
        const { state, fault } = await page.servers.get({ id: added.id })
        if (state === 'ready') return { id: added.id, received, http: server }
        if (waited > 20_000) throw new Error(`${name} is ${state}: ${JSON.stringify(fault)}`)
        await new Promise((done) => setTimeout(done, 25))
      }
    },
    async ran() {
      const { rows } = await hub.services.audit.list(person, {}, { limit: 200 })
      return rows.filter(({ ok }) => ok).map(({ tool }) => tool)
    },
    async close() {
      shown.abort()
      await hub.stop()
      await Promise.all([model.close(), ...servers.map((server) => server.close())])
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const weightExport = (kg: number) => `<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <ExportDate value="2025-07-15 09:00:00 +0200"/>
 <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" creationDate="2025-07-01 08:00:00 +0200" startDate="2025-07-01 08:00:00 +0200" endDate="2025-07-01 08:00:00 +0200" value="${kg}"/>
</HealthData>
`

/** What makes a page one that is open: it follows the hub's events. */
async function showPage(page: Page, signal: AbortSignal): Promise<void> {
  try {
    for await (const _event of await page.app.events(undefined, { signal }));
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

export function answerIn(events: readonly ChatEvent[]): Answer {
  const started = events.find((event) => event.type === 'started')
  const end = events.at(-1)
  if (started?.type !== 'started' || end?.type !== 'end')
    throw new Error(`not a whole run: ${JSON.stringify(events).slice(0, 500)}`)
  const names = new Map(events.flatMap((event) => (event.type === 'tool_call' ? [[event.id, event.tool]] : [])))
  return {
    events,
    started,
    text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
    approvals: events.filter((event) => event.type === 'approval'),
    calls: events.flatMap((event) =>
      event.type === 'tool_result' ? [`${names.get(event.id)} → ${event.ok ? 'ok' : event.error?.code}`] : [],
    ),
    end: end.reason,
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
