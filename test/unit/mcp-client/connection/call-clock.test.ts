import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startClock } from '../../../../src-main/mcp-client/connection/call-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the time of a request (row 39, typescript-sdk#2250)', () => {
  it('ends with silence', () => {
    const clock = startClock({ silenceMs: 100, capMs: 1000 })
    vi.advanceTimersByTime(99)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(clock.signal.aborted).toBe(true)
    expect(clock.ended).toBe('silence')
  })

  it('begins anew with each sign of life, and ends at the cap all the same', () => {
    const clock = startClock({ silenceMs: 100, capMs: 250 })
    for (let n = 0; n < 4; n += 1) {
      vi.advanceTimersByTime(60)
      clock.touch()
    }
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(10)
    expect(clock.ended).toBe('cap')
  })

  it('halts while questions are open, however many, but not the cap', () => {
    const clock = startClock({ silenceMs: 100, capMs: 1000 })
    clock.pause()
    clock.pause()
    vi.advanceTimersByTime(500)
    clock.resume()
    vi.advanceTimersByTime(300)
    expect(clock.signal.aborted).toBe(false)
    clock.resume()
    vi.advanceTimersByTime(99)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(clock.ended).toBe('silence')
  })

  it('fires nothing once the request is over', () => {
    const clock = startClock({ silenceMs: 100, capMs: 200 })
    clock.pause()
    clock.done()
    clock.resume()
    vi.runAllTimers()
    expect(clock.signal.aborted).toBe(false)
    expect(clock.ended).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends with the reason it is given', () => {
    const clock = startClock({ silenceMs: 100, capMs: 200 })
    const reason = new Error('stop')
    clock.abort(reason)
    expect(clock.signal.reason).toBe(reason)
    expect(clock.ended).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })
})
