/** One command on a pseudo-terminal: started, watched, stopped with everything it started, its screen read. */
import { openScreen, SCREEN_COLUMNS } from './screen.ts'

export interface CommandRun {
  /** Program and arguments. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The whole screen so far, a few times a second while it changes. */
  readonly onScreen: (text: string) => void
}

export interface CommandEnd {
  /** Null where it was ended by a signal or never began. */
  readonly exitCode: number | null
  readonly endedBy: 'itself' | 'stop' | 'timeout'
  readonly output: string
  readonly durationMs: number
}

const SHOW_EVERY_MS = 100
/** Between asking a command to end and ending it. */
const GRACE_MS = 500

/** Rejects only when the pseudo-terminal or the program cannot be had. */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  const started = performance.now()
  const [{ spawn }, screen] = await Promise.all([import('node-pty'), openScreen()])
  const [program = '', ...args] = run.argv
  const terminal = spawn(program, args, { cols: SCREEN_COLUMNS, rows: 40, cwd: run.cwd, env: { ...run.env } })
  let endedBy: CommandEnd['endedBy'] = 'itself'
  let showing: NodeJS.Timeout | null = null
  let killing: NodeJS.Timeout | null = null
  const written: Promise<void>[] = []
  const show = () => {
    showing = null
    run.onScreen(screen.text())
  }
  const data = terminal.onData((chunk) => {
    // A command that writes faster than the screen is drawn waits, instead of filling the memory.
    terminal.pause()
    const drawn = screen.write(chunk).then(() => terminal.resume())
    written.push(drawn)
    if (written.length > 256) written.splice(0, 255)
    showing ??= setTimeout(show, SHOW_EVERY_MS)
  })
  const end = (by: 'stop' | 'timeout') => {
    if (endedBy !== 'itself') return
    endedBy = by
    killGroup(terminal.pid, 'SIGHUP')
    killing = setTimeout(() => killGroup(terminal.pid, 'SIGKILL'), GRACE_MS)
  }
  const timer = setTimeout(() => end('timeout'), run.timeoutMs)
  const onAbort = () => end('stop')
  run.signal.addEventListener('abort', onAbort, { once: true })
  if (run.signal.aborted) onAbort()
  try {
    const { exitCode, signal } = await new Promise<{ exitCode: number; signal?: number }>((resolve) =>
      terminal.onExit(resolve),
    )
    // What it started in the background ends with it: nobody could see or stop that any more.
    killGroup(terminal.pid, 'SIGKILL')
    await Promise.all(written)
    return {
      exitCode: endedBy === 'itself' && !signal ? exitCode : null,
      endedBy,
      output: screen.text(),
      durationMs: performance.now() - started,
    }
  } finally {
    clearTimeout(timer)
    if (killing) clearTimeout(killing)
    if (showing) clearTimeout(showing)
    run.signal.removeEventListener('abort', onAbort)
    data.dispose()
    screen.dispose()
  }
}

/** A pseudo-terminal's program leads its session, so that its process group is all of it. */
function killGroup(pid: number, signal: 'SIGHUP' | 'SIGKILL'): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, process.platform === 'win32' ? undefined : signal)
  } catch {
    // It has ended already.
  }
}
