/**
 * Processes that left the group of the server they belong to (a session of their own, a double fork). Every child
 * carries a mark in its environment, which what it starts inherits; the mark finds them.
 *
 * Limits: a process that was given an environment without the mark, or runs as another user, is not found; macOS tells
 * the environment of programs of its own (`ps -E`) to nobody; Windows tells none.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The variable that holds the mark. */
export const LAUNCH_MARK = 'MIROHUB_LAUNCH'

/** Running processes with one of `marks`, by pid. Never rejects. */
export async function markedProcesses(
  marks: ReadonlySet<string>,
  platform: NodeJS.Platform = process.platform,
): Promise<Map<number, string>> {
  if (marks.size === 0) return new Map()
  try {
    if (platform === 'linux') return await inProc(marks)
    if (platform === 'darwin') return markedLines(await darwinProcesses(), marks)
  } catch {
    // The system does not tell.
  }
  return new Map()
}

/** Ends them for good; what they start meanwhile too. Never rejects. */
export async function endMarked(marks: ReadonlySet<string>): Promise<number> {
  const ended = new Set<number>()
  // A process may fork between the look and the signal; each round ends at least what the last one saw.
  for (let round = 0; round < 5; round++) {
    const found = await markedProcesses(marks)
    found.delete(process.pid)
    if (found.size === 0) break
    for (const pid of found.keys()) {
      try {
        process.kill(pid, 'SIGKILL')
        ended.add(pid)
      } catch {
        // Gone by itself.
      }
    }
  }
  return ended.size
}

async function inProc(marks: ReadonlySet<string>): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  await Promise.all(
    pids.map(async (pid) => {
      // Unreadable: another user's, or gone. Empty: a process that has ended and waits for its parent.
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
      const mark = markIn(environment.split('\0'))
      if (mark !== null && marks.has(mark)) found.set(Number(pid), mark)
    }),
  )
  return found
}

async function darwinProcesses(): Promise<string> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 5000,
  })
  return stdout
}

/** Lines of `ps -E`: pid, command and environment, parted by blanks. Exported for its test. */
export function markedLines(listing: string, marks: ReadonlySet<string>): Map<number, string> {
  const found = new Map<number, string>()
  for (const line of listing.split('\n')) {
    const [pid = '', ...words] = line.trim().split(/\s+/)
    const mark = markIn(words)
    if (mark !== null && marks.has(mark) && /^\d+$/.test(pid)) found.set(Number(pid), mark)
  }
  return found
}

function markIn(settings: readonly string[]): string | null {
  const prefix = `${LAUNCH_MARK}=`
  return settings.find((setting) => setting.startsWith(prefix))?.slice(prefix.length) ?? null
}
