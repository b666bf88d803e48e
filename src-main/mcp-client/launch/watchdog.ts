/**
 * Ends the servers of a hub that is gone, however it went: a tiny process of its own session that is told which
 * children run, and learns from the end of its input that the hub does not any more.
 *
 * One for all children: they are started as they are, without a shim that would change their parent, their open files
 * or their environment. It is `/bin/sh` (an Electron app without the RunAsNode fuse has no node to start), takes about
 * a megabyte, and is started with the first child.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { LAUNCH_MARK } from './strays.ts'

export interface Watchdog {
  /** In the same turn in which the child was started: nothing may come between. */
  watch(pid: number, mark: string): void
  unwatch(pid: number): void
  close(): void
}

/** Seconds that children have for an end of their own after their stdin has ended, and after SIGTERM. */
const graceSeconds = { afterEof: 1, afterTerm: 2 }

/**
 * Reads lines of `pid:mark` parted by blanks; the last whole line is what runs. A line that was cut off by the death
 * of the hub is no line.
 */
const posixScript = `
trap '' TERM INT HUP QUIT PIPE
all=
while read -r line; do all=$line; done
[ -n "$all" ] || exit 0
sleep ${graceSeconds.afterEof}
for one in $all; do kill -TERM -- "-\${one%%:*}"; done
sleep ${graceSeconds.afterTerm}
for one in $all; do kill -KILL -- "-\${one%%:*}"; done
for round in 1 2 3; do
  for one in $all; do
    mark="${LAUNCH_MARK}=\${one#*:}"
    if [ -r /proc/self/environ ]; then
      for file in $(grep -alsF -- "$mark" /proc/[0-9]*/environ); do
        pid=\${file#/proc/}
        kill -KILL "\${pid%/environ}"
      done
    else
      ps -A -E -ww -o pid= -o command= | while read -r pid command; do
        case " $command " in *" $mark "*) kill -KILL "$pid" ;; esac
      done
    fi
  done
done
`

/** Windows has no groups: the trees of what still runs. */
const windowsScript = `
$all = ''
while ($null -ne ($line = [Console]::In.ReadLine())) { $all = $line }
Start-Sleep -Seconds ${graceSeconds.afterEof}
foreach ($one in $all.Split(' ', [StringSplitOptions]::RemoveEmptyEntries)) {
  taskkill /pid $one.Split(':')[0] /t /f | Out-Null
}
`

export interface WatchdogOptions {
  readonly platform?: NodeJS.Platform
  /** It could not be started or has ended before its time: children would survive a crash of the hub. */
  readonly onTrouble?: (reason: string) => void
}

export function createWatchdog({ platform = process.platform, onTrouble }: WatchdogOptions = {}): Watchdog {
  const running = new Map<number, string>()
  let guard: ChildProcess | null = null
  let starts = 0
  let closed = false

  const tell = (): void => {
    if (running.size === 0 && guard === null) return
    guard ??= start()
    guard?.stdin?.write(`${[...running].map(([pid, mark]) => `${pid}:${mark}`).join(' ')}\n`)
  }
  const start = (): ChildProcess | null => {
    // Somebody who ends it again and again means it.
    if (closed || starts >= MAX_STARTS) return null
    starts += 1
    const [file, args] =
      platform === 'win32'
        ? ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', windowsScript]]
        : ['/bin/sh', ['-c', posixScript, 'mirohub-watchdog']]
    const child = spawn(file, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: platform !== 'win32',
      windowsHide: true,
      cwd: platform === 'win32' ? undefined : '/',
      env: {
        ...(platform === 'win32' ? { SystemRoot: process.env.SystemRoot ?? 'C:\\Windows' } : {}),
        PATH: platform === 'win32' ? (process.env.PATH ?? '') : '/usr/bin:/bin:/usr/sbin:/sbin',
      },
    })
    const gone = (reason: string): void => {
      if (guard !== child) return
      guard = null
      if (closed) return
      onTrouble?.(reason)
      tell()
    }
    child.once('error', (error) => gone(error.message))
    child.once('exit', (status, signal) => gone(`it ended (${signal ?? status})`))
    child.stdin.on('error', () => {
      // Its end is told by `exit`.
    })
    // It waits for us; nobody waits for it.
    child.unref()
    if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
    return child
  }

  return {
    watch(pid, mark) {
      running.set(pid, mark)
      tell()
    },
    unwatch(pid) {
      if (running.delete(pid)) tell()
    },
    close() {
      closed = true
      guard?.stdin?.end()
      guard = null
    },
  }
}

const MAX_STARTS = 5
