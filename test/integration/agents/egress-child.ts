/**
 * A whole hub on a computer that has no network but itself, with a model "elsewhere" whose name leads back here. Prints
 * one JSON line: what was answered, and every host that anything in this process tried to reach.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { toolResults } from '../../fake-models/fake-answer.ts'
import { startFakeModel } from '../../fake-models/fake-model.ts'

export interface EgressReport {
  readonly quick: string
  readonly imported: boolean
  readonly first: readonly AgentEvent[]
  readonly deep: string
  readonly base: string
  /** Host names and addresses, by the step in which they were asked for. */
  readonly reached: Readonly<Record<string, readonly string[]>>
}

const reached: Record<string, string[]> = {}
let step = 'start'
const connect = Socket.prototype.connect
Socket.prototype.connect = function (this: Socket, ...args: Parameters<typeof connect>) {
  const [first] = args as unknown[]
  const options: unknown = Array.isArray(first) ? first[0] : first
  if (typeof options === 'object' && options !== null && !('path' in options && options.path)) {
    const host = 'host' in options ? String(options.host) : 'localhost'
    const hosts = reached[step] ?? []
    if (!hosts.includes(host)) hosts.push(host)
    reached[step] = hosts
  }
  return connect.apply(this, args)
} as typeof connect

const root = mkdtempSync(join(tmpdir(), 'mirohub-egress-'))
const model = await startFakeModel(
  (question) =>
    toolResults(question).length === 0 && question.tools.includes('query_health_indicators')
      ? { toolCalls: [{ name: 'query_health_indicators', args: { keywords: ['steps'], aggregate: 'stats' } }] }
      : { text: 'You walked.' },
  { key: 'sk-egress' },
)
const config = loadConfig({
  env: { MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'Europe/Berlin', PATH: process.env.PATH },
  flags: { dataDir: join(root, 'data') },
  platform: process.platform,
  homedir: root,
})
const hub = await createHub(config, { host: 'node', page: true, log: silentLogger })
await hub.listen(0)
const page = hub.client(await hub.services.profiles.default(), 'window')
// A page that is open: whoever shows the questions.
const open = new AbortController()
void (async () => {
  try {
    for await (const _event of await page.app.events(undefined, { signal: open.signal }));
  } catch {
    // Closed at the end.
  }
})()

const ask = async (agent: 'quick' | 'deep' | 'base', decision: 'once' | 'rejected' = 'once') => {
  const events: AgentEvent[] = []
  const stream = await page.chat.send({ conversationId: null, question: 'average steps last month', agent })
  for await (const event of stream) {
    if (event.type === 'started') continue
    events.push(event)
    if (event.type === 'approval') await page.chat.decide({ id: event.id, decision })
  }
  return events
}
const words = (events: readonly AgentEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : event.type === 'error' ? event.message : '')).join('')

function stepsOfTwoMonths(): string {
  const records = Array.from({ length: 62 }, (_, daysAgo) => {
    const day = new Date(Date.now() - (daysAgo + 1) * 86_400_000).toISOString().slice(0, 10)
    return `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="${day} 08:00:00 +0000" endDate="${day} 08:10:00 +0000" value="6000"/>`
  })
  const exported = new Date().toISOString().slice(0, 10)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n<ExportDate value="${exported} 00:00:00 +0000"/>\n${records.join('\n')}\n</HealthData>\n`
}

step = 'import'
const path = join(root, 'export.xml')
writeFileSync(path, stepsOfTwoMonths())
const { jobs } = await page.imports.start({ items: [{ path }] })
for await (const _ of await page.imports.follow({ jobId: jobs[0]?.jobId ?? '' }));
const imported = (await page.app.info()).hasRecords
step = 'quick'
const quick = words(await ask('quick'))
step = 'setup'
const { port } = new URL(model.url)
const { id } = await page.models.save({
  id: null,
  preset: 'custom',
  baseUrl: `http://models.local:${port}/v1`,
  models: ['fake-model'],
})
await page.models.setKey({ id, key: 'sk-egress' })
await page.models.refresh({ id })
for (const agent of ['deep', 'base'] as const)
  await page.models.setDefault({ agent, model: { provider: id, model: 'fake-model' } })
step = 'declined'
const first = await ask('deep', 'rejected')
step = 'deep'
const deep = words(await ask('deep'))
step = 'base'
const base = words(await ask('base'))
step = 'stop'
open.abort()
await hub.stop()
await model.close()
rmSync(root, { recursive: true, force: true })
const report: EgressReport = { quick, imported, first, deep, base, reached }
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)
