/**
 * PATH of the person's login shell. An app that is started from a desktop has a bare PATH; what the person's terminal
 * finds is only known to the shell that reads its files. Asked once, in the background, with a time limit.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { posix } from 'node:path'
import type { Environment } from '../../config/data-dir.ts'

/** For a shell that reads all its files; what is left of it is tried again with the login files only. */
const INTERACTIVE_MS = 5_000
const LOGIN_ONLY_MS = 2_000
const MAX_OUTPUT_BYTES = 1024 * 1024

export interface LoginPathOptions {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  readonly home: string
  /** Milliseconds; for tests. */
  readonly limits?: { readonly interactiveMs: number; readonly loginOnlyMs: number }
}

/** Null: Windows, where programs get the PATH of the system, or no shell that answered. Never rejects. Asks once. */
export function createLoginPath(options: LoginPathOptions): () => Promise<string | null> {
  let answer: Promise<string | null> | null = null
  return () => {
    answer ??= options.platform === 'win32' ? Promise.resolve(null) : ask(options)
    return answer
  }
}

async function ask({ platform, env, home, limits }: LoginPathOptions): Promise<string | null> {
  const shell = loginShell(platform, env)
  const { interactiveMs, loginOnlyMs } = limits ?? { interactiveMs: INTERACTIVE_MS, loginOnlyMs: LOGIN_ONLY_MS }
  // Version managers write themselves into the files of interactive shells (.zshrc, .bashrc), so these are read too;
  // where they hang or ask something, the login files are better than nothing.
  return (
    (await pathOf(shell, interactiveArgs(shell), { env, home, limitMs: interactiveMs })) ??
    (await pathOf(shell, ['-l', '-c'], { env, home, limitMs: loginOnlyMs }))
  )
}

function loginShell(platform: NodeJS.Platform, env: Environment): string {
  if (env.SHELL && posix.isAbsolute(env.SHELL)) return env.SHELL
  try {
    const { shell } = userInfo()
    if (shell && posix.isAbsolute(shell)) return shell
  } catch {
    // An account without an entry in the list of users.
  }
  return platform === 'darwin' ? '/bin/zsh' : '/bin/sh'
}

/** tcsh takes `-l` only when it is alone. */
function interactiveArgs(shell: string): string[] {
  return /^t?csh$/.test(posix.basename(shell)) ? ['-i', '-c'] : ['-i', '-l', '-c']
}

interface Asking {
  readonly env: Environment
  readonly home: string
  readonly limitMs: number
}

function pathOf(shell: string, args: readonly string[], { env, home, limitMs }: Asking): Promise<string | null> {
  const mark = randomUUID()
  // Files of a shell may print whatever they like before and after. One quoted word for a plain sh is read the same by
  // every shell; fish, whose PATH is a list, exports it as the others do.
  const question = `/bin/sh -c 'printf "%s" "${mark}:$PATH:${mark}"'`
  return new Promise((resolve) => {
    const child = spawn(shell, [...args, question], {
      cwd: home,
      // Without input and in a session of its own: a shell that wants a terminal finds none and goes on.
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
      env: shellEnvironment(env, home),
    })
    let output = ''
    let settled = false
    const settle = (): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      child.stdout.destroy()
      endGroup(child.pid)
      resolve(between(output, mark))
    }
    const timer = setTimeout(settle, limitMs)
    timer.unref()
    child.unref()
    child.once('error', settle).once('close', settle)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // It has answered: what its files started in the background is not waited for.
      if (output.length > MAX_OUTPUT_BYTES || between(output, mark) !== null) settle()
    })
  })
}

function between(output: string, mark: string): string | null {
  const from = output.indexOf(`${mark}:`)
  const to = output.indexOf(`:${mark}`, from + mark.length)
  if (from < 0 || to < 0) return null
  return output.slice(from + mark.length + 1, to) || null
}

/** What a terminal would give it, and wishes of well-known files: no questions, no update, no multiplexer. */
function shellEnvironment(env: Environment, home: string): Record<string, string> {
  const names = ['LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TMPDIR', 'USER', 'XDG_CONFIG_HOME', 'ZDOTDIR']
  const passed = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  return {
    ...Object.fromEntries(passed),
    HOME: home,
    TERM: 'dumb',
    DISABLE_AUTO_UPDATE: 'true',
    ZSH_TMUX_AUTOSTART: 'false',
    // Lets a person's files tell this from a terminal of theirs.
    MIROHUB_READS_PATH: '1',
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended with everything it had started.
  }
}
