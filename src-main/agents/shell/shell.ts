/**
 * Commands for agents: off until the person turns it on, each command asked for, in a folder of the conversation, with
 * an environment that holds none of the hub's own, and in a sandbox where the system has one.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../log/logger.ts'
import { endMarked, LAUNCH_MARK } from '../../mcp-client/launch/strays.ts'
import { runCommand } from './command-run.ts'
import { hiddenPlaces, inSandbox, type SandboxKind } from './sandbox.ts'

export interface ShellOptions {
  readonly dataDir: string
  readonly home: string
  readonly platform: NodeJS.Platform
  /** Of the app; only harmless names of it are handed on. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Logger
  /** Whether a path is there; the disk's own by default. */
  readonly exists?: (path: string) => boolean
}

export interface ShellCommand {
  readonly command: string
  readonly conversationId: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onOutput: (text: string) => void
}

/** Never thrown: what went wrong is told to the agent. */
export type ShellAnswer =
  | {
      readonly ok: true
      readonly exitCode: number | null
      readonly endedBy: 'itself' | 'stop' | 'timeout'
      readonly output: string
      readonly durationMs: number
    }
  | { readonly ok: false; readonly message: string; readonly hint: string }

export interface Shell {
  readonly sandbox: SandboxKind
  /** Where commands of this conversation run. */
  folder(conversationId: string): string
  run(command: ShellCommand): Promise<ShellAnswer>
  /** With the conversation its folder goes. */
  removeFolder(conversationId: string): Promise<void>
}

/** What a program expects to find; nothing that could hold a key. */
const passedOn = [
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'PATH',
  'TZ',
  'SYSTEMROOT',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
]
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createShell({ dataDir, home, platform, env, log, exists = existsSync }: ShellOptions): Shell {
  const sandbox = findSandbox(platform, exists)
  const folder = (conversationId: string) => join(dataDir, 'work', conversationId)
  return {
    sandbox: sandbox.kind,
    folder,
    async run({ command, conversationId, timeoutMs, signal, onOutput }) {
      if (!uuid.test(conversationId))
        return { ok: false, message: 'Commands run in conversations that are kept.', hint: 'Ask in the app.' }
      const workDir = folder(conversationId)
      // Finds what left the group: a process that made a session of its own.
      const mark = randomUUID()
      try {
        await mkdir(workDir, { recursive: true, mode: 0o700 })
        const argv = inSandbox(shellFor(platform, command, env), {
          ...sandbox,
          workDir,
          hidden: hiddenPlaces(home, dataDir, exists),
        })
        const ended = await runCommand({
          argv,
          cwd: workDir,
          env: { ...environment(env, workDir), [LAUNCH_MARK]: mark },
          timeoutMs,
          signal,
          onScreen: onOutput,
        })
        return { ok: true, ...ended }
      } catch (error) {
        log.warn('a command could not be started', { error })
        return {
          ok: false,
          message: 'The command could not be started.',
          hint: 'This computer gives no terminal to the app; go on without it.',
        }
      } finally {
        await endMarked(new Set([mark]))
      }
    },
    removeFolder: async (conversationId) => {
      if (uuid.test(conversationId)) await rm(folder(conversationId), { recursive: true, force: true })
    },
  }
}

function findSandbox(platform: NodeJS.Platform, exists: (path: string) => boolean) {
  const places: readonly { kind: SandboxKind; program: string }[] =
    platform === 'linux'
      ? ['/usr/bin/bwrap', '/usr/local/bin/bwrap'].map((program) => ({ kind: 'bubblewrap', program }))
      : platform === 'darwin'
        ? [{ kind: 'sandbox-exec', program: '/usr/bin/sandbox-exec' }]
        : []
  return places.find(({ program }) => exists(program)) ?? { kind: 'none' as const, program: '' }
}

/** No profile of the person is read: what it sets could hold keys, and would run before the command was looked at. */
function shellFor(
  platform: NodeJS.Platform,
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (platform === 'win32') {
    const root = env.SYSTEMROOT ?? env.SystemRoot ?? 'C:\\Windows'
    const program = join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
    return [program, '-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command]
  }
  return existsSync('/bin/bash') ? ['/bin/bash', '--noprofile', '--norc', '-c', command] : ['/bin/sh', '-c', command]
}

function environment(env: Readonly<Record<string, string | undefined>>, workDir: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const name of passedOn) {
    const value = env[name]
    if (value !== undefined && !value.startsWith('()')) out[name] = value
  }
  return { ...out, HOME: workDir, PWD: workDir, TERM: 'xterm-256color', PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }
}
