/** Starts an entry as a client would and asks it for its tools: a green light that means "answered just now". */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/client'
import { version } from '../../config/version.ts'
import type { Computer, Launch } from './clients.ts'
import type { ChildFault, EntryFinding } from './entry-finding.ts'

/** What the check calls itself, so that lists of real clients can leave it out. */
export const CHECK_NAME = 'mirohub-check'

/** A hub of its own may have to open the data first. */
const DEADLINE_MS = 60_000
const END_GRACE_MS = 2_000
const MAX_LINE_CHARS = 8 * 1024 * 1024
const STDERR_TAIL_CHARS = 2_000

/** What a client's child gets anyway; everything else of our environment stays here. */
const inherited = {
  win32: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
  posix: ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER', 'XDG_RUNTIME_DIR'],
}

export interface EntryCheckOptions {
  readonly launch: Launch
  readonly computer: Computer
  readonly deadlineMs?: number
}

/** Never rejects; whatever was started is gone, with its children, when this resolves. */
export async function checkEntry({
  launch,
  computer,
  deadlineMs = DEADLINE_MS,
}: EntryCheckOptions): Promise<EntryFinding> {
  const { Client } = await import('@modelcontextprotocol/client')
  const child = startChild(launch, computer)
  const client = new Client({ name: CHECK_NAME, version })
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const timedOut = new Promise<never>((_resolve, reject) => {
    deadline.signal.addEventListener('abort', () => reject(new Error('deadline')))
  })
  const options = { timeout: deadlineMs, signal: deadline.signal }
  let greeted = false
  try {
    await Promise.race([client.connect(child.transport, options), child.failed, timedOut])
    greeted = true
    const { tools } = await Promise.race([client.listTools({}, options), child.failed, timedOut])
    return { code: 'listed', tools: tools.length }
  } catch (error) {
    const said = child.complaints().split('\n').at(-1) ?? ''
    if (deadline.signal.aborted) return { code: 'late', greeted, seconds: Math.round(deadlineMs / 1000), said }
    if (error instanceof ChildError) return { code: 'child', fault: error.fault, command: launch.command, said }
    return { code: 'refused', greeted, reason: error instanceof Error ? error.message : String(error), said }
  } finally {
    clearTimeout(timer)
    await child.end()
    await client.close().catch(() => {})
  }
}

class ChildError extends Error {
  override readonly name = 'ChildError'
  readonly code: ChildFault['code']
  readonly fault: ChildFault

  constructor(fault: ChildFault) {
    super(fault.code)
    this.code = fault.code
    this.fault = fault
  }
}

interface Child {
  readonly transport: Transport
  /** Rejects when the program cannot be started, ends, or writes what is no JSON-RPC. */
  readonly failed: Promise<never>
  /** The end of what it wrote to stderr. */
  complaints(): string
  /** Ends it and everything that it started. */
  end(): Promise<void>
}

function startChild(launch: Launch, { platform, env, home }: Computer): Child {
  const names = platform === 'win32' ? inherited.win32 : inherited.posix
  const passed = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  const child = spawn(launch.command, launch.args, {
    shell: false,
    env: { ...Object.fromEntries(passed), ...launch.env },
    cwd: home,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own, so that what it starts can be ended with it.
    detached: process.platform !== 'win32',
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_TAIL_CHARS)
  })
  child.stdin.on('error', () => {
    // The program went away; its end is told by `failed`.
  })
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ChildError({ code: 'not-started', reason: error.code ?? error.message }))
    })
    child.once('close', (exitStatus, signal) => reject(new ChildError({ code: 'ended', exitStatus, signal })))
    readLines(child, (line) => {
      const message = parsed(line)
      if (message === null) reject(new ChildError({ code: 'noise', line: line.slice(0, 80) }))
      else transport.onmessage?.(message)
    })
  })
  failed.catch(() => {})
  const transport: Transport = {
    async start() {},
    async send(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      transport.onclose?.()
    },
  }
  return { transport, failed, complaints: () => stderr.trim(), end: () => endChild(child) }
}

type Message = Parameters<NonNullable<Transport['onmessage']>>[0]

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARS) {
      child.stdout?.destroy()
      onLine(rest)
    }
    for (const line of lines) if (line.trim() !== '') onLine(line)
  })
}

async function endChild(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const exited = new Promise<void>((resolve) => {
    if (ended()) resolve()
    else child.once('exit', () => resolve())
  })
  child.stdin?.end()
  await Promise.race([exited, sleep(END_GRACE_MS)])
  if (!ended()) {
    signalTree(pid, 'SIGTERM')
    await Promise.race([exited, sleep(END_GRACE_MS)])
  }
  // Children of its own may outlive it, politely asked or not.
  signalTree(pid, 'SIGKILL')
  await exited
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
}

function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => {})
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}
