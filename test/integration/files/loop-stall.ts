/** How long this thread kept its own loop waiting. A busy machine stalls it too; that part is left out. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 5

/** The longest stall in ms during the work: no longer than the loop was seen to wait, nor than this thread computed in it. */
export async function loopStall<T>(work: () => Promise<T>): Promise<{ result: T; stallMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  let computedMs = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    computedMs = Math.max(computedMs, (now.user + now.system - last.user - last.system) / 1000)
    last = now
  }
  const timer = setInterval(look, TICK_MS)
  try {
    const result = await work()
    // One more turn, so that a stall at the very end counts.
    await sleep(3 * TICK_MS)
    look()
    return { result, stallMs: Math.min(delay.max / 1e6 - TICK_MS, computedMs) }
  } finally {
    clearInterval(timer)
    delay.disable()
  }
}
