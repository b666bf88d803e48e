import { describe, expect, it } from 'vitest'
import { FreshCache } from '../../../src-main/db/fresh-cache.ts'

describe('rows held for a moment', () => {
  it('loads again when they are old, forgotten, or could not be loaded', async () => {
    let clock = 0
    let loads = 0
    const cache = new FreshCache<string, number>(2_000, () => clock)
    const load = async () => ++loads
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
    clock = 1_999
    expect(await cache.get('a', load)).toBe(1)
    clock = 2_000
    expect(await cache.get('a', load)).toBe(2)
    cache.forget('a')
    expect(await cache.get('a', load)).toBe(3)
    await expect(cache.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('b', load)).toBe(4)
  })

  it('does not grow with every key that strangers try', async () => {
    const cache = new FreshCache<number, number>(2_000, () => 0)
    let loads = 0
    for (let key = 0; key < 1_001; key++) await cache.get(key, async () => ++loads)
    await cache.get(0, async () => ++loads)
    expect(loads).toBe(1_002)
  })
})
