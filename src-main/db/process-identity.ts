/** Tells whether a process that left its mark is still the same one: pid, start time and boot, because pids return. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ProcessIdentity {
  readonly pid: number
  /** When it started, in the system's own words; null where the system does not tell. */
  readonly startedAt: string | null
  /** Which boot of the computer it belongs to; null where the system does not tell. */
  readonly bootId: string | null
}

/** What a system can be asked about its processes. */
export interface ProcessProbe {
  bootId(): string | null
  /** Start time of a running process, null when it cannot be learnt. */
  startTime(pid: number): string | null
  isRunning(pid: number): boolean
}

/** True when `identity` is certainly gone: another boot, no such process, or another process under its number. */
export function isGone(identity: ProcessIdentity, probe: ProcessProbe): boolean {
  const boot = probe.bootId()
  if (identity.bootId !== null && boot !== null && identity.bootId !== boot) return true
  if (!probe.isRunning(identity.pid)) return true
  if (identity.startedAt === null) return false
  const started = probe.startTime(identity.pid)
  return started !== null && started !== identity.startedAt
}

export function ownIdentity(probe: ProcessProbe, pid: number = process.pid): ProcessIdentity {
  return { pid, startedAt: probe.startTime(pid), bootId: probe.bootId() }
}

/** How a probe reaches the system; replaced in tests. */
export interface ProbeAccess {
  readText(path: string): string
  run(command: string, args: readonly string[]): string
  signal(pid: number): void
}

const systemAccess: ProbeAccess = {
  readText: (path) => readFileSync(path, 'utf8'),
  run: (command, args) =>
    execFileSync(command, args, {
      encoding: 'utf8',
      timeout: 5000,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    }),
  signal: (pid) => {
    process.kill(pid, 0)
  },
}

export function systemProbe(platform: NodeJS.Platform = process.platform, access = systemAccess): ProcessProbe {
  const ask = (question: () => string): string | null => {
    try {
      return question().trim() || null
    } catch {
      return null
    }
  }
  const isRunning = (pid: number): boolean => {
    try {
      access.signal(pid)
      return true
    } catch (error) {
      // EPERM: it runs, as another user.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  }
  switch (platform) {
    case 'linux':
      return {
        isRunning: (pid) => isRunning(pid) && !isZombie(ask(() => access.readText(`/proc/${pid}/stat`))),
        bootId: () => ask(() => access.readText('/proc/sys/kernel/random/boot_id')),
        startTime: (pid) => startTicks(ask(() => access.readText(`/proc/${pid}/stat`))),
      }
    case 'win32':
      return {
        isRunning,
        // The moment of boot, which the system keeps as a fixed date.
        bootId: () =>
          ask(() =>
            access.run(
              'powershell.exe',
              powershell('(Get-CimInstance Win32_OperatingSystem).LastBootUpTime.ToFileTimeUtc()'),
            ),
          ),
        startTime: (pid) =>
          ask(() => access.run('powershell.exe', powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`))),
      }
    default:
      return {
        isRunning,
        bootId: () =>
          ask(() => access.run('sysctl', ['-n', platform === 'darwin' ? 'kern.bootsessionuuid' : 'kern.boottime'])),
        startTime: (pid) => ask(() => access.run('ps', ['-o', 'lstart=', '-p', String(pid)])),
      }
  }
}

function powershell(expression: string): string[] {
  return ['-NoProfile', '-NonInteractive', '-Command', expression]
}

/** The fields after the command name, which may itself hold spaces and parentheses: proc(5). */
function statFields(stat: string | null): string[] {
  return stat === null ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Field 22: start time in clock ticks since boot. */
function startTicks(stat: string | null): string | null {
  return statFields(stat)[19] ?? null
}

/** A killed process that its parent has not yet waited for holds nothing any more. */
function isZombie(stat: string | null): boolean {
  return statFields(stat)[0] === 'Z'
}
