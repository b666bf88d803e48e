/**
 * What `mirohub stdio` adds to a call when it bridges to a hub that runs: the same tool asked over HTTP and over the
 * bridge, in turns, from one process. Wants a build.
 *
 *     npm run bench -- stdio
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { inProject } from '../../scripts/project.ts'

const ROUNDS = 8
const CALLS_PER_ROUND = 100
const WARM_UP_CALLS = 100
const TARGET_MS = 5

const cli = inProject('out', 'main', 'cli.js')
const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-bench-stdio-'))
const env: Record<string, string> = { MIROHUB_SECRETS: 'memory', PATH: process.env.PATH ?? '', HOME: dataDir }

const hub = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', dataDir], {
  env,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [line] = await once(createInterface({ input: hub.stdout }), 'line')
const mcp = new URL(JSON.parse(line).mcp)

async function connect(via: 'http' | 'stdio'): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const args = [cli, 'stdio', '--data-dir', dataDir]
  await client.connect(
    via === 'http'
      ? new StreamableHTTPClientTransport(mcp)
      : new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
  )
  return client
}

async function timed(client: Client): Promise<number> {
  const started = performance.now()
  await client.callTool({ name: 'normalize_unit', arguments: { units: ['mg/dl'] } })
  return performance.now() - started
}

const quantile = (times: number[], q: number) => times.sort((a, b) => a - b)[Math.floor((times.length - 1) * q)] ?? NaN

const clients = { http: await connect('http'), stdio: await connect('stdio') }
const times = { http: [] as number[], stdio: [] as number[] }
try {
  for (let call = 0; call < WARM_UP_CALLS; call++)
    for (const via of ['http', 'stdio'] as const) await timed(clients[via])
  for (let round = 0; round < ROUNDS; round++) {
    for (let call = 0; call < CALLS_PER_ROUND; call++) {
      const order = (round + call) % 2 === 0 ? (['http', 'stdio'] as const) : (['stdio', 'http'] as const)
      for (const via of order) times[via].push(await timed(clients[via]))
    }
  }
  for (const via of ['http', 'stdio'] as const) {
    process.stdout.write(
      `${via.padEnd(5)} p50 ${quantile(times[via], 0.5).toFixed(2)} ms, p95 ${quantile(times[via], 0.95).toFixed(2)} ms\n`,
    )
  }
  const added = quantile(times.stdio, 0.5) - quantile(times.http, 0.5)
  process.stdout.write(`the bridge adds ${added.toFixed(2)} ms at the median (target under ${TARGET_MS})\n`)
} finally {
  for (const client of Object.values(clients)) await client.close()
  hub.kill('SIGTERM')
  await once(hub, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}
