import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../../../src-main/mcp-client/manager/backoff.ts'
import {
  type Life,
  type LifeEvent,
  nextLife,
  unborn,
  wakeAt,
} from '../../../../src-main/mcp-client/manager/server-life.ts'
import type { ServerFaultCode } from '../../../../src-main/mcp-client/model/server-status.ts'
import { faultOf } from './manager-bed.ts'

const allowed: LifeEvent = { type: 'entry', permission: { is: 'run' }, isOther: false }
const changed: LifeEvent = { ...allowed, isOther: true }
const ready: LifeEvent = { type: 'ready' }
const stop: LifeEvent = { type: 'stop' }
const byPerson: LifeEvent = { type: 'wanted', by: 'person' }
const byCall: LifeEvent = { type: 'wanted', by: 'call' }
const fails = (code: ServerFaultCode = 'exited', needsLogin = false): LifeEvent => ({
  type: 'failed',
  fault: faultOf(code),
  needsLogin,
})

/** Events in a row, each at its own second. */
function live(...steps: readonly (readonly [LifeEvent, number])[]): Life {
  return steps.reduce((life, [event, second]) => nextLife(life, event, second * 1_000, 0), unborn)
}

describe('backoff', () => {
  it('is 1, 2, 4 … 60 seconds, and up to a quarter more', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map((n) => backoffMs(n, 0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ])
    expect(backoffMs(2, 0.5)).toBe(2_250)
  })
})

describe('the life of a server', () => {
  it.each([
    [{ is: 'off' }, 'stopped'],
    [{ is: 'unapproved' }, 'needs-approval'],
    [{ is: 'run' }, 'starting'],
    [{ is: 'damaged', fault: faultOf('bad_entry') }, 'failed'],
  ] as const)('%j is %s, and a call or a person starts only what may run', (permission, state) => {
    const life = nextLife(unborn, { type: 'entry', permission, isOther: false }, 0, 0)
    expect(life.state).toBe(state)
    for (const event of [byPerson, byCall]) expect(nextLife(life, event, 0, 0).state).toBe(state)
  })

  it('is ready only after it was starting, so that a late answer of an ended one counts for nothing', () => {
    expect(live([allowed, 0], [stop, 1], [ready, 2]).state).toBe('stopped')
    expect(live([allowed, 0], [stop, 1], [fails(), 2]).state).toBe('stopped')
  })

  it('is parked at the fifth failure in five minutes, and no call or tick starts it then', () => {
    let life = live([allowed, 0])
    for (const second of [1, 3, 6, 11]) {
      life = nextLife(life, fails(), second * 1_000, 0)
      expect(life.state).toBe('failed')
      const at = wakeAt(life) ?? 0
      life = nextLife(life, { type: 'tick' }, at, 0)
      expect(life.state).toBe('starting')
    }
    life = nextLife(life, fails(), 20_000, 0)
    expect(life).toMatchObject({ state: 'parked', retryAt: null, fault: { code: 'exited' } })
    expect(wakeAt(life)).toBeNull()
    expect(nextLife(life, byCall, 600_000, 0)).toBe(life)
    expect(nextLife(life, { type: 'tick' }, 600_000, 0)).toBe(life)
  })

  it('has one try after a person has started a parked one (half open), and all again when that held', () => {
    const parked = live([allowed, 0], ...[1, 2, 3, 4, 5].flatMap((s) => [[fails(), s] as const, [byCall, s] as const]))
    expect(parked.state).toBe('parked')
    const probe = nextLife(parked, byPerson, 400_000, 0)
    expect(probe.state).toBe('starting')
    expect(nextLife(probe, fails(), 401_000, 0).state).toBe('parked')

    const held = nextLife(nextLife(probe, ready, 401_000, 0), { type: 'tick' }, 461_000, 0)
    expect(held.breaker).toEqual({ state: 'closed', failures: [] })
    expect(nextLife(held, fails(), 470_000, 0)).toMatchObject({ state: 'failed', retryAt: 471_000 })
  })

  it('leaves parked when its entry is another', () => {
    const steps = [1, 2, 3, 4, 5].flatMap((s) => [[fails(), s] as const, [byCall, s] as const])
    const life = live([allowed, 0], ...steps, [changed, 10])
    expect(life).toMatchObject({ state: 'starting', breaker: { state: 'closed' } })
  })

  it('counts failures in a row anew after a minute of being ready, but not before', () => {
    const failed = live([allowed, 0], [fails(), 1], [byCall, 2], [fails(), 3], [byCall, 4], [ready, 5])
    expect(nextLife(failed, fails(), 30_000, 0).retryAt).toBe(34_000)
    const stable = nextLife(failed, { type: 'tick' }, 65_000, 0)
    expect(nextLife(stable, fails(), 70_000, 0).retryAt).toBe(71_000)
  })

  it('spawns at most twelve times in ten minutes however its failures are spread', () => {
    for (const lifeMs of [0, 200, 5_000, 20_000, 45_000, 59_000, 61_000, 75_000, 90_000]) {
      let life = nextLife(unborn, allowed, 0, 0)
      let at = 0
      while (at < 600_000 && life.state !== 'parked') {
        life = nextLife(life, ready, at, 0)
        at += lifeMs
        if (life.stableAt !== null && life.stableAt <= at) life = nextLife(life, { type: 'tick' }, life.stableAt, 0)
        life = nextLife(life, fails(), at, 0)
        // A model calls it as fast as it can.
        life = nextLife(life, byCall, at, 0)
      }
      expect(life.attempt, `a life of ${lifeMs} ms`).toBeLessThanOrEqual(12)
    }
  })

  it('is not tried again by itself after a fault that time does not mend, and not hammered by calls', () => {
    const life = live([allowed, 0], [fails('command_missing'), 1])
    expect(life).toMatchObject({ state: 'failed', retryAt: null })
    expect(nextLife(life, byCall, 2_000, 0).state).toBe('failed')
    expect(nextLife(life, byCall, 6_000, 0).state).toBe('starting')
    expect(nextLife(life, byPerson, 2_000, 0).state).toBe('starting')
  })

  it('waits for a login without trying, and a person who logged in starts it', () => {
    const life = live([allowed, 0], [fails('unauthorized', true), 1])
    expect(life).toMatchObject({ state: 'needs-login', retryAt: null })
    expect(nextLife(life, byCall, 60_000, 0)).toBe(life)
    expect(nextLife(life, byPerson, 60_000, 0).state).toBe('starting')
  })

  it('stays stopped when a stopped one is edited, and starts when it is switched off and on', () => {
    const stopped = live([allowed, 0], [ready, 1], [stop, 2], [changed, 3])
    expect(stopped.state).toBe('stopped')
    const off = nextLife(stopped, { type: 'entry', permission: { is: 'off' }, isOther: false }, 4_000, 0)
    expect(nextLife(off, allowed, 5_000, 0).state).toBe('starting')
  })

  it('makes another connection when what runs is another, and none when it is not', () => {
    const running = live([allowed, 0], [ready, 1])
    expect(nextLife(running, changed, 2_000, 0)).toMatchObject({ state: 'starting', attempt: 2 })
    expect(nextLife(running, allowed, 2_000, 0)).toBe(running)
  })
})
