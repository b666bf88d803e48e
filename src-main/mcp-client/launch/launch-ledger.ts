/**
 * Which programs run, in a file of the data directory: what a hub that was killed has left, and its watchdog did not
 * end, is found and ended at the next start. A process is taken for one of ours only when its start time and boot are
 * those that were written, or when it carries the mark of that start: pids return.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from '../../config/whole-file.ts'
import { isGone, type ProcessProbe } from '../../db/process-identity.ts'
import { signalGroup } from './process-group.ts'
import { endMarked } from './strays.ts'

const FILE = 'started-servers.json'
const END_GRACE_MS = 1_000

interface Started {
  readonly pid: number
  readonly mark: string
  readonly startedAt: string | null
  readonly bootId: string | null
}

export interface LaunchLedger {
  started(pid: number, mark: string): void
  gone(pid: number): void
  /** Ends what is left of the last hub of this data directory; how many programs that were. Never rejects. */
  endLeftovers(): Promise<number>
  /** Everything written so far is on disk. */
  close(): Promise<void>
}

export function createLaunchLedger(
  dataDir: string,
  probe: ProcessProbe,
  platform: NodeJS.Platform = process.platform,
): LaunchLedger {
  const path = join(dataDir, FILE)
  const running = new Map<number, Started>()
  let writing: Promise<void> | null = null
  let changed = false
  // Elsewhere than on Linux these questions start a program and wait for it: not while servers start.
  const quick = platform === 'linux'
  let boot: string | null | undefined

  const write = async (): Promise<void> => {
    while (changed) {
      changed = false
      // A disk that is full must not stop a server: the watchdog holds.
      await (running.size === 0
        ? rm(path, { force: true })
        : replaceFile(path, JSON.stringify({ version: 1, started: [...running.values()] }), 0o600)
      ).catch(() => {})
    }
    writing = null
  }
  const note = (): void => {
    changed = true
    writing ??= write()
  }

  return {
    started(pid, mark) {
      if (boot === undefined) boot = quick ? probe.bootId() : null
      running.set(pid, { pid, mark, startedAt: quick ? probe.startTime(pid) : null, bootId: boot })
      note()
    },
    gone(pid) {
      if (running.delete(pid)) note()
    },
    async endLeftovers() {
      const left = await readFile(path, 'utf8').then(parsed, () => [])
      if (left.length === 0) return 0
      // Without a start time a pid proves nothing; the mark does.
      const same = left.filter((one) => one.startedAt !== null && !isGone(one, probe))
      for (const { pid } of same) await signalGroup(pid, 'SIGTERM', platform)
      if (same.length > 0) await sleep(END_GRACE_MS)
      for (const one of same) if (!isGone(one, probe)) await signalGroup(one.pid, 'SIGKILL', platform)
      const strays = await endMarked(new Set(left.map(({ mark }) => mark)))
      note()
      return Math.max(same.length, strays)
    },
    async close() {
      await writing
    },
  }
}

/** What is no list of ours counts as none: the file may be of another version, or cut off. */
function parsed(text: string): Started[] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('started' in value) || !Array.isArray(value.started)) return []
    return value.started.filter(isStarted)
  } catch {
    return []
  }
}

function isStarted(value: unknown): value is Started {
  if (typeof value !== 'object' || value === null) return false
  const { pid, mark, startedAt, bootId }: Partial<Record<keyof Started, unknown>> = value
  return (
    // Never 0, 1 or a negative number: signals to these go to groups that are not ours.
    typeof pid === 'number' &&
    Number.isSafeInteger(pid) &&
    pid > 1 &&
    typeof mark === 'string' &&
    /^[0-9a-f]{32}$/.test(mark) &&
    (startedAt === null || typeof startedAt === 'string') &&
    (bootId === null || typeof bootId === 'string')
  )
}
