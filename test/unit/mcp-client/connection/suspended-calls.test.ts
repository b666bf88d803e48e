import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSuspendedCalls } from '../../../../src-main/mcp-client/connection/suspended-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function table(options: { ttlMs?: number; limit?: number } = {}) {
  const ended: string[] = []
  return { ended, calls: createSuspendedCalls<string>({ end: (call) => ended.push(call), ...options }) }
}

describe('calls that wait for answers', () => {
  it('come back once', () => {
    const { calls, ended } = table()
    const id = calls.add('a')
    expect(calls.take(id)).toBe('a')
    expect(calls.take(id)).toBeNull()
    vi.runAllTimers()
    expect(ended).toEqual([])
  })

  it('are ended after ten minutes', () => {
    const { calls, ended } = table()
    const id = calls.add('a')
    vi.advanceTimersByTime(10 * 60_000 - 1)
    expect(ended).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ended).toEqual(['a'])
    expect(calls.take(id)).toBeNull()
  })

  it('push the oldest out past the limit, so that a server that only asks holds no memory', () => {
    const { calls, ended } = table({ limit: 2 })
    const [first] = ['a', 'b', 'c'].map((call) => calls.add(call))
    expect(ended).toEqual(['a'])
    expect(calls.take(first ?? '')).toBeNull()
  })

  it('all end with the connection', () => {
    const { calls, ended } = table()
    calls.add('a')
    calls.add('b')
    calls.close()
    expect(ended).toEqual(['a', 'b'])
  })

  it('have names that say nothing of each other', () => {
    const { calls } = table({ limit: 1000 })
    const ids = Array.from({ length: 100 }, () => calls.add('x'))
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })
})
