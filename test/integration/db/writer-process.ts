/** Starts writer.ts as a process and reads what it says. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface WriterProcess {
  readonly pid: number
  /** Last row that was confirmed. */
  readonly acked: () => number
  /** Resolves at the first row that was confirmed, and at the end. */
  readonly confirmed: Promise<void>
  /** Resolves with 'OPEN' or the failure it printed. */
  readonly opened: Promise<string>
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>
  readonly exited: Promise<void>
}

export function startWriter(dataDir: string): WriterProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./writer.ts', import.meta.url)), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let acked = 0
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>()
  void exited.then(confirm)
  const opened = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ACK ')) {
        acked = Number(line.slice(4))
        confirm()
      } else resolve(line)
    })
    void exited.then(() => resolve('EXITED'))
  })
  return {
    pid: child.pid ?? 0,
    acked: () => acked,
    confirmed,
    opened,
    exited,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Kills a writer in the middle of its work, `times` times over, and returns the rows that were confirmed and then
 * missing, and the pairs that were torn. Both must be 0.
 */
export async function killRepeatedly(
  dataDir: string,
  times: number,
  check: () => Promise<{ last: number; rows: number }>,
): Promise<{ lost: number; torn: number; acked: number }> {
  let acked = 0
  for (let round = 0; round < times; round++) {
    const writer = startWriter(dataDir)
    const first = await writer.opened
    if (first !== 'OPEN') throw new Error(`Round ${round}: the data did not open again: ${first}`)
    // A busy machine may need longer for the first row than the whole wait; killed before it, nothing would be proven.
    if (acked === 0) await writer.confirmed
    await new Promise((resolve) => setTimeout(resolve, 60 + ((round * 397) % 900)))
    await writer.kill()
    acked = Math.max(acked, writer.acked())
  }
  const { last, rows } = await check()
  return { lost: Math.max(0, acked - last), torn: rows - last, acked }
}
