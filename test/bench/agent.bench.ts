/**
 * What the deep agent costs per call of the model, against a bare loop of fetch on the same scripted server, with the
 * database keeping checkpoints; and how long its libraries take to load from the build, in a process of their own.
 *
 *     npm run bench -- agent [RUNS] [TURNS]
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src-main/db/open.ts'
import { createLogger } from '../../src-main/log/logger.ts'
import { toolResults } from '../fake-models/fake-answer.ts'
import { openDeepBed } from '../unit/deep/deep-bed.ts'

const [runs = 10, turns = 20] = process.argv.slice(2).map(Number)
/** Aimed at: milliseconds more per call of the model, at the median. */
const LIMIT_MS = 20

const dir = await mkdtemp(join(tmpdir(), 'agent-bench-'))
const log = createLogger({ dataDir: null, level: 'error' })
const db = await openDatabase({ config: { dataDir: join(dir, 'data'), databaseUrl: null }, log })
const bed = await openDeepBed(
  (question) =>
    toolResults(question).length < turns - 1
      ? { toolCalls: [{ name: 'look', args: { q: `part ${toolResults(question).length}` } }] }
      : { text: 'That is all there is to say about it.' },
  { db, tools: [{ name: 'look', run: (args) => args }], modelCallLimit: turns + 5 },
)

async function deepRun(): Promise<number> {
  const runId = randomUUID()
  await db.query(
    `insert into run (user_id, id, conversation_id, agent, state, started_at) values (1, $1, $2, 'deep', 'running', now())`,
    [runId, randomUUID()],
  )
  const from = performance.now()
  const events = await bed.answer('Look at all parts', { runId })
  const end = events.at(-1)
  if (end?.type !== 'end' || end.reason !== 'done') throw new Error(`the run ended with ${JSON.stringify(end)}`)
  return (performance.now() - from) / turns
}

/** The least that a loop has to do: send, read the stream, run the tool, send again. */
async function bareRun(): Promise<number> {
  const from = performance.now()
  const messages: unknown[] = [{ role: 'user', content: 'Look at all parts' }]
  for (;;) {
    const response = await fetch(`${bed.fake.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'fake-model', stream: true, messages }),
    })
    let args = ''
    let id = ''
    for (const line of (await response.text()).split('\n')) {
      if (!line.startsWith('data: {')) continue
      const chunk: { choices: { delta: { tool_calls?: { id?: string; function: { arguments?: string } }[] } }[] } =
        JSON.parse(line.slice(6))
      for (const call of chunk.choices[0]?.delta.tool_calls ?? []) {
        id ||= call.id ?? ''
        args += call.function.arguments ?? ''
      }
    }
    if (id === '') return (performance.now() - from) / turns
    messages.push(
      { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: args } }] },
      { role: 'tool', tool_call_id: id, content: args },
    )
  }
}

/** With the processor's time, of every thread: a busy machine stretches the other. */
async function measured(run: () => Promise<number>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const from = process.cpuUsage()
  const ms = await run()
  const { user, system } = process.cpuUsage(from)
  return { ms, cpuMs: (user + system) / 1_000 / turns }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

await deepRun()
await bareRun()
const deep: { ms: number; cpuMs: number }[] = []
const bare: { ms: number; cpuMs: number }[] = []
for (let run = 0; run < runs; run++) {
  bare.push(await measured(bareRun))
  deep.push(await measured(deepRun))
}
const of = (what: 'ms' | 'cpuMs', from: readonly { ms: number; cpuMs: number }[]) =>
  median(from.map((one) => one[what]))
const line = (title: string, ms: number, cpuMs: number) =>
  `${title.padEnd(20)} ${ms.toFixed(1)} ms per call, ${cpuMs.toFixed(1)} ms of the processor\n`
process.stdout.write(
  `${runs} runs of ${turns} calls of the model each\n` +
    line('bare loop of fetch', of('ms', bare), of('cpuMs', bare)) +
    line('deep agent', of('ms', deep), of('cpuMs', deep)) +
    line('more', of('ms', deep) - of('ms', bare), of('cpuMs', deep) - of('cpuMs', bare)) +
    `aim                  under ${LIMIT_MS} ms more\n`,
)
await bed.close()
await db.close()
await rm(dir, { recursive: true, force: true })

const chunks = join(import.meta.dirname, '../../out/main/chunks')
const chunk = (name: string) => readdirSync(chunks).find((file) => file.startsWith(name) && file.endsWith('.js'))
if (existsSync(chunks) && chunk('deep-loop') !== undefined) {
  const files = [chunk('deep-loop'), chunk('compatible-chat')].map((file) => join(chunks, file ?? ''))
  const code = `const from = performance.now(); for (const file of ${JSON.stringify(files)}) await import(file); console.log(performance.now() - from)`
  const times = Array.from({ length: 7 }, () =>
    Number(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout),
  )
  process.stdout.write(`loading the loop     ${median(times).toFixed(0)} ms from the build (aim: under 600)\n`)
} else process.stdout.write('loading the loop     not built: npm run build\n')
