/** Starts fake servers for the tests of launching, and looks at what runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { createLauncher, type LaunchRequest } from '../../../src-main/mcp-client/launch/launcher.ts'
import type { StdioTransport } from '../../../src-main/mcp-client/launch/stdio-transport.ts'
import type { StdioTarget } from '../../../src-main/mcp-client/model/server-entry.ts'
import type { LogLine } from '../../../src-main/mcp-client/model/server-status.ts'

export const fakeServer = (file: string): string =>
  fileURLToPath(new URL(`../../fake-servers/${file}`, import.meta.url))

export function targetOf(file: string, args: readonly string[], more: Partial<StdioTarget> = {}): StdioTarget {
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [fakeServer(file), ...args],
    cwd: null,
    envNames: [],
    encoding: 'utf-8',
    encodingErrors: 'replace',
    ...more,
  }
}

export function createBed() {
  const folder = mkdtempSync(join(tmpdir(), 'mirohub-launch-'))
  const launcher = createLauncher({
    platform: process.platform,
    env: process.env,
    home: folder,
    dataDir: folder,
    loginPath: async () => null,
  })
  let files = 0
  return {
    folder,
    launcher,
    pidFile: () => join(folder, `pids-${files++}`),
    /** Not started yet. */
    launch(target: StdioTarget, more: Partial<LaunchRequest> = {}) {
      const log: Omit<LogLine, 'at'>[] = []
      const transport = launcher.launch({ target, env: {}, onLog: (line) => log.push(line), ...more })
      return { transport, log, talk: talkOver(transport) }
    },
    async close() {
      await launcher.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Requests over a transport, without a client. Rejects when it ends. */
function talkOver(transport: StdioTransport) {
  const waiting = new Map<unknown, (message: JSONRPCMessage) => void>()
  let ids = 0
  transport.onmessage = (message) => {
    if ('id' in message && !('method' in message)) waiting.get(message.id)?.(message)
  }
  const ask = async (method: string, params: Record<string, unknown> = {}): Promise<JSONRPCMessage> => {
    const id = ++ids
    const answer = new Promise<JSONRPCMessage>((resolve) => waiting.set(id, resolve))
    const over = transport.ended.then((fault) => Promise.reject(new Error(fault?.code ?? 'closed')))
    over.catch(() => {})
    await transport.send({ jsonrpc: '2.0', id, method, params })
    return Promise.race([answer, over])
  }
  return {
    ask,
    call: (name: string, args: Record<string, unknown> = {}) => ask('tools/call', { name, arguments: args }),
  }
}

export const pidsIn = (path: string): number[] => readFileSync(path, 'utf8').trim().split('\n').map(Number)

/** A process that ended and waits for its parent is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until `done`, asking often. Throws after `limitMs`. */
export async function until(done: () => boolean, limitMs: number, what: string): Promise<void> {
  const end = performance.now() + limitMs
  while (!done()) {
    if (performance.now() > end) throw new Error(`${what} did not come true within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Own children that have ended and were not collected, and open files; of this process. */
export function ownLeaks(): { zombies: number; files: number } {
  let zombies = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z' && Number(parent) === process.pid) zombies += 1
    } catch {
      // It ended in between.
    }
  }
  return { zombies, files: readdirSync('/proc/self/fd').length }
}
