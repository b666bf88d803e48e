/**
 * `tools/list` of a whole hub with 1,000 tools under 50 clients at once, each on a connection of its own: answers a
 * second, and how long the hub's main loop was held up meanwhile. Both eras, with a token and without.
 *
 *     npm run bench -- list [SECONDS]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../src-main/config/load.ts'
import { createHub } from '../../src-main/hub.ts'

const TOOLS = 1_000
const CLIENTS = 50
const TARGET_PER_S = 500
const TARGET_LAG_MS = 50

function toolFile(): string {
  const tool = (index: number) => `/**
 * Adds what tool ${index} adds, to fill a description of the usual length with words that say what it is good for.
 *
 * @param values Numbers to add up.
 * @param digits Decimals to keep.
 */
export function tool_${String(index).padStart(4, '0')}(values: number[], digits = 2): number { return values.length + digits }
`
  return Array.from({ length: TOOLS }, (_, index) => tool(index)).join('\n')
}

/** The hub in a process of its own; it prints its address, then its loop's delay since the last line it was sent. */
async function serveHub(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-bench-list-'))
  const tools = mkdtempSync(join(tmpdir(), 'mirohub-bench-tools-'))
  writeFileSync(join(tools, 'many.ts'), toolFile())
  const env = { ...process.env, MIROHUB_SECRETS: 'memory', MCP_TOOL_DIRS: tools, LOG_LEVEL: 'error' }
  const config = loadConfig({ env, flags: { dataDir }, platform: process.platform, homedir: tmpdir() })
  const hub = await createHub(config, { host: 'node' })
  const { mcp } = await hub.listen(0)
  const { id } = await hub.services.profiles.default()
  const { token } = await hub.services.tokens.mint({ userId: id, days: 1, label: 'bench' })
  process.stdout.write(`${JSON.stringify({ mcp, token })}\n`)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'reset') delay.reset()
    else process.stdout.write(`${JSON.stringify({ p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 })}\n`)
  }
  await hub.stop()
  for (const directory of [dataDir, tools]) rmSync(directory, { recursive: true, force: true })
  process.exit(0)
}

type Era = 'modern' | 'bare'

function body(era: Era, id: number): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  }
  const params = era === 'modern' ? { params: { _meta } } : {}
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', ...params })
}

/** Asks until `until`, one request after the other on one connection; answers its count and its times in ms. */
async function oneClient(url: URL, era: Era, token: string | null, until: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let id = 1; performance.now() < until; id++) {
    const text = body(era, id)
    const headers: Record<string, string | number> = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      Accept: 'application/json, text/event-stream',
      ...(era === 'modern' ? { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' } : {}),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    }
    const started = performance.now()
    const size = await new Promise<number>((resolve, reject) => {
      const asked = request(url, { method: 'POST', agent, headers }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () =>
          response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${response.statusCode}`)),
        )
      })
      asked.on('error', reject)
      asked.end(text)
    })
    if (size < TOOLS * 100) throw new Error(`an answer of ${size} bytes cannot hold ${TOOLS} tools`)
    times.push(performance.now() - started)
  }
  agent.destroy()
  return times
}

async function measure(seconds: number): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'hub'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [first] = await once(lines, 'line')
  const { mcp, token } = JSON.parse(first)
  const url = new URL(mcp)
  for (const [era, credential] of [
    ['modern', null],
    ['modern', token],
    ['bare', null],
    ['bare', token],
  ] as const) {
    await oneClient(url, era, credential, performance.now() + 500)
    child.stdin.write('reset\n')
    const until = performance.now() + seconds * 1000
    const all = await Promise.all(Array.from({ length: CLIENTS }, () => oneClient(url, era, credential, until)))
    child.stdin.write('tell\n')
    const [told] = await once(lines, 'line')
    const lag = JSON.parse(told)
    const times = all.flat().sort((a, b) => a - b)
    const at = (q: number) => (times[Math.floor((times.length - 1) * q)] ?? Number.NaN).toFixed(1)
    const name = `${era} ${credential === null ? 'anonymous' : 'with token'}`.padEnd(18)
    process.stdout.write(
      `${name} ${(times.length / seconds).toFixed(0)}/s (target ${TARGET_PER_S}), p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ` +
        `main loop p99 ${lag.p99.toFixed(1)} ms, max ${lag.max.toFixed(1)} ms (target p99 ${TARGET_LAG_MS})\n`,
    )
  }
  child.stdin.end()
  await once(child, 'exit')
}

if (process.argv[2] === 'hub') await serveHub()
else await measure(Number(process.argv[2] ?? 5))
