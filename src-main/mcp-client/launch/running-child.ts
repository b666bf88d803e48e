/** A child that runs: its streams become messages and log lines, and its end leaves nothing behind. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { ServerError, type ServerFault } from '../model/server-status.ts'
import type { ChildLog } from './child-log.ts'
import { exited, lineTooLong, notMcp, streamClosed } from './launch-fault.ts'
import type { LaunchPlan } from './launch-plan.ts'
import { createLineSplitter } from './line-splitter.ts'
import { createMessageInbox } from './message-inbox.ts'
import { signalGroup } from './process-group.ts'
import { createStdoutReader } from './stdout-reader.ts'
import { endMarked } from './strays.ts'
import type { LineCodec } from './text-encoding.ts'

const MAX_LINE_BYTES = 8 * 1024 * 1024
/** Of a line of stderr; the rest of it is only counted. */
const MAX_STDERR_LINE_BYTES = 64 * 1024
/** Of messages that a child has not taken yet. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024
/** For what is still in the pipes of a child that has exited; a process that it left may hold them open for ever. */
const DRAIN_MS = 300
/** For a child that closed a stream to exit by itself. */
const DEAF_MS = 500

/** Milliseconds from the end of a child's stdin to SIGTERM, and from that to SIGKILL. */
export interface EndGraces {
  readonly afterEofMs: number
  readonly afterTermMs: number
}

export interface RunningChildOptions {
  readonly child: ChildProcessWithoutNullStreams
  readonly pid: number
  readonly plan: LaunchPlan
  /** As the person wrote it. */
  readonly command: string
  readonly codec: LineCodec
  readonly log: ChildLog
  readonly onMessage: (message: JSONRPCMessage) => void
}

export interface RunningChild {
  readonly pid: number
  /** Settles when it may be given more. Rejects with ServerError. */
  send(message: JSONRPCMessage): Promise<void>
  /** Asks it to end, then makes it; settles with `gone`. */
  end(graces: EndGraces): Promise<void>
  /** Why it is of no use any more, as soon as that is known. */
  fault(): ServerFault | null
  /** How it ended, once it has. */
  exit(): { readonly status: number | null; readonly signal: string | null } | null
  /** Settles with the reason when it is gone, with everything that it started. Never rejects. */
  readonly gone: Promise<ServerFault>
}

export function superviseChild(options: RunningChildOptions): RunningChild {
  const { child, pid, plan, command, codec, log } = options
  let fault: ServerFault | null = null
  let ending = false
  const exit = () =>
    child.exitCode === null && child.signalCode === null ? null : { status: child.exitCode, signal: child.signalCode }
  const hasExited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const exitsWithin = (ms: number) => Promise.race([hasExited.then(() => true), sleep(ms, false, { ref: false })])

  const fail = (why: ServerFault): void => {
    if (fault !== null || ending) return
    fault = why
    log.write({ from: 'hub', level: 'error', text: why.message.en })
    // It may be in the middle of writing a gigabyte.
    child.stdout.destroy()
    void signalGroup(pid, 'SIGKILL')
  }
  const closedStream = async (stream: 'stdin' | 'stdout'): Promise<void> => {
    if (!(await exitsWithin(DEAF_MS))) fail(streamClosed(command, stream, log.tail()))
  }

  const inbox = createMessageInbox(options.onMessage, child.stdout)
  const reader = createStdoutReader({
    codec,
    limitBytes: MAX_LINE_BYTES,
    onMessages: inbox.push,
    onBadLine: (text) => log.write({ from: 'stdout', level: 'warn', text }),
    onNotMcp: (lines) => fail(notMcp(command, lines.map(log.clean), log.tail())),
    onTooLong: () => fail(lineTooLong(command, MAX_LINE_BYTES, log.tail())),
  })
  const complaints = createLineSplitter({
    limitBytes: MAX_STDERR_LINE_BYTES,
    newline: Buffer.from('\n'),
    onLine: (line, more) => log.stderr(line.toString('utf8'), more),
  })
  child.stdout.on('data', (chunk: Buffer) => reader.push(chunk)).on('error', ignored)
  child.stdout.once('end', () => void closedStream('stdout'))
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk)).on('error', ignored)
  child.stdin.once('error', () => void closedStream('stdin')).on('error', ignored)

  const cleanUp = async (): Promise<ServerFault> => {
    await hasExited
    await Promise.race([
      Promise.all([streamEnd(child.stdout), streamEnd(child.stderr)]),
      sleep(DRAIN_MS, undefined, { ref: false }),
    ])
    // What it left behind would hold the pipes, and outlive us.
    await signalGroup(pid, 'SIGKILL')
    reader.end()
    complaints.end()
    await inbox.emptied()
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    await endMarked(new Set([plan.mark]))
    const { exitCode: exitStatus, signalCode: signal } = child
    log.write({ from: 'hub', level: 'info', text: `ended (${signal ?? `exit status ${exitStatus}`})` })
    log.flush()
    fault ??= exited({
      command,
      exitStatus,
      signal,
      stderr: log.tail(),
      cwd: plan.cwd,
      badLines: reader.badLines(),
      spoke: reader.spoke(),
    })
    return fault
  }
  const gone = cleanUp()

  return {
    pid,
    gone,
    exit,
    fault: () => fault,
    async send(message) {
      if (!child.stdin.writable || child.stdin.writableLength > MAX_UNSENT_BYTES) {
        throw new ServerError(fault ?? streamClosed(command, 'stdin', log.tail()))
      }
      // Every write wakes the child: what many callers send in one turn goes out together.
      if (child.stdin.writableCorked === 0) {
        child.stdin.cork()
        setImmediate(() => child.stdin.uncork())
      }
      if (child.stdin.write(codec.encode(message))) return
      await Promise.race([new Promise<void>((resolve) => child.stdin.once('drain', resolve)), hasExited])
    },
    async end(graces) {
      ending = true
      child.stdin.end()
      if (!(await exitsWithin(graces.afterEofMs))) {
        await signalGroup(pid, 'SIGTERM')
        if (!(await exitsWithin(graces.afterTermMs))) await signalGroup(pid, 'SIGKILL')
      }
      await gone
    },
  }
}

function ignored(): void {
  // What happened to a stream is told by the end of the program.
}

function streamEnd(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    stream.once('end', () => resolve())
    stream.once('close', () => resolve())
  })
}
