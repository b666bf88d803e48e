/**
 * The SDK's transport over a program that is started here: it never lets a child harm the hub, tells why it ended, and
 * leaves nothing behind. The SDK's own goes through cross-spawn (a shell on Windows), ends one process of many and
 * forgets what was said on stderr.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Transport } from '@modelcontextprotocol/client'
import type { StdioTarget } from '../model/server-entry.ts'
import { type LogLine, ServerError, type ServerFault } from '../model/server-status.ts'
import { createChildLog } from './child-log.ts'
import { badEntry, notRunning } from './launch-fault.ts'
import type { LaunchPlan } from './launch-plan.ts'
import { type EndGraces, type RunningChild, superviseChild } from './running-child.ts'
import { startFault } from './start-fault.ts'
import { type LineCodec, lineCodec } from './text-encoding.ts'

export interface StdioTransportOptions {
  readonly target: StdioTarget
  /** Rejects with ServerError. The program is started with what it gives, and nothing else. */
  readonly plan: () => Promise<LaunchPlan>
  /** Values that must not be shown; by the name of the variable that holds each. */
  readonly secrets: Readonly<Record<string, string>>
  readonly onLog: (line: Omit<LogLine, 'at'>) => void
  /** In the same turn in which it was started. */
  readonly onSpawned?: (pid: number, mark: string) => void
  /** It is gone, and what it had started. */
  readonly onGone?: (pid: number) => void
  readonly graces?: EndGraces
}

export interface StdioTransport extends Transport {
  /** Null while none runs. */
  readonly pid: number | null
  /** Why it is of no use any more, as soon as that is known; null while it is, and when it was closed. */
  readonly fault: ServerFault | null
  /** How the program ended, once it has. */
  readonly exit: { readonly status: number | null; readonly signal: string | null } | null
  /** Settles once, with `fault`, when the program is gone with everything that it started. */
  readonly ended: Promise<ServerFault | null>
  /** The last lines of stderr, oldest first, without secrets. */
  stderrTail(): readonly string[]
  /** Works in every state, also while it starts. Idempotent, never rejects. */
  close(): Promise<void>
}

export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  const { target, graces = { afterEofMs: 2_000, afterTermMs: 3_000 } } = options
  const log = createChildLog({ onLog: options.onLog, secrets: options.secrets })
  const ended = Promise.withResolvers<ServerFault | null>()
  let started = false
  let over = false
  let running: RunningChild | null = null
  let fault: ServerFault | null = null
  let closing: Promise<void> | null = null

  const finish = (why: ServerFault | null): void => {
    if (over) return
    over = true
    fault = why
    ended.resolve(why)
    transport.onclose?.()
  }

  const start = async (): Promise<void> => {
    const codec = codecOf(target)
    const plan = await options.plan()
    // It was closed while the command was looked for. From here to `running` nothing waits.
    if (over) throw new ServerError(notRunning(target.command))
    const child = spawnPlan(plan)
    if (child.pid === undefined) {
      const [error]: unknown[] = await once(child, 'error')
      throw new ServerError(await startFault(error, target.command, plan))
    }
    const { pid } = child
    options.onSpawned?.(pid, plan.mark)
    log.write({ from: 'hub', level: 'info', text: `started ${plan.file}, process ${pid}` })
    running = superviseChild({
      child,
      pid,
      plan,
      command: target.command,
      codec,
      log,
      onMessage(message) {
        if (closing !== null) return
        try {
          transport.onmessage?.(message)
        } catch (error) {
          transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
        }
      },
    })
    void running.gone.then((why) => {
      options.onGone?.(pid)
      finish(closing === null ? why : null)
    })
  }

  const end = async (): Promise<void> => {
    if (running === null) finish(null)
    else await running.end(graces)
  }

  const transport: StdioTransport = {
    get pid() {
      return running !== null && running.exit() === null ? running.pid : null
    },
    get fault() {
      return fault ?? (closing === null ? (running?.fault() ?? null) : null)
    },
    get exit() {
      return running?.exit() ?? null
    },
    ended: ended.promise,
    stderrTail: () => log.tail(),
    async start() {
      if (started || over) throw new ServerError(notRunning(target.command))
      started = true
      try {
        await start()
      } catch (error) {
        finish(error instanceof ServerError && closing === null ? error.fault : null)
        throw error
      }
    },
    async send(message) {
      if (over || closing !== null || running === null) {
        throw new ServerError(transport.fault ?? notRunning(target.command))
      }
      await running.send(message)
    },
    close() {
      closing ??= end()
      return closing
    },
  }
  return transport
}

function codecOf(target: StdioTarget): LineCodec {
  try {
    return lineCodec(target)
  } catch {
    const { encoding } = target
    throw new ServerError(
      badEntry({ en: `${encoding} is no known text encoding.`, zh: `未知的文本编码：${encoding}。` }, [
        `encoding: ${encoding}`,
      ]),
    )
  }
}

function spawnPlan({ file, args, env, cwd }: LaunchPlan): ChildProcessWithoutNullStreams {
  try {
    return spawn(file, [...args], {
      shell: false,
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, so that what it starts can be ended with it.
      detached: process.platform !== 'win32',
    })
  } catch (error) {
    // Node refuses NUL characters in arguments and variables.
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServerError(
      badEntry(
        {
          en: 'The command, an argument or a variable holds a character that no program can be given.',
          zh: '命令、参数或变量中含有无法传给程序的字符。',
        },
        // Only the name of the fault: the message of node may hold the value of a variable.
        [
          error instanceof Error && 'code' in error
            ? `reason: ${String(error.code)}`
            : `reason: ${reason.slice(0, 40)}`,
        ],
      ),
    )
  }
}
