import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LifeEvent, nextLife, unborn, wakeAt } from '../../../../src-main/mcp-client/manager/server-life.ts'
import { faultOf } from './manager-bed.ts'

const events = fc.oneof(
  fc.record({
    type: fc.constant('entry' as const),
    permission: fc.constantFrom(
      { is: 'run' as const },
      { is: 'off' as const },
      { is: 'unapproved' as const },
      { is: 'damaged' as const, fault: faultOf('bad_entry') },
    ),
    isOther: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('wanted' as const),
    by: fc.constantFrom('person' as const, 'call' as const, 'network' as const),
  }),
  fc.constantFrom<LifeEvent>({ type: 'stop' }, { type: 'ready' }, { type: 'tick' }, { type: 'reconnect' }),
  fc.record({
    type: fc.constant('failed' as const),
    fault: fc.constantFrom(faultOf('exited'), faultOf('command_missing'), faultOf('unauthorized')),
    needsLogin: fc.boolean(),
  }),
)

it('whatever comes in whatever order: nothing runs without permission, and by itself it starts four times at most in five minutes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(events, fc.integer({ min: 0, max: 90_000 })), { maxLength: 80 }), (steps) => {
      let life = unborn
      let at = 0
      let bySelf: number[] = []
      for (const [event, passed] of steps) {
        at += passed
        const before = life
        life = nextLife(before, event, at, 0.5)
        const runs = life.state === 'starting' || life.state === 'ready'
        if (runs) expect(life.permission).toBe('run')
        if (life.state === 'parked' || life.state === 'failed' || life.state === 'needs-login') {
          expect(life.fault).not.toBeNull()
        }
        expect(life.attempt - before.attempt).toBe(life.attempt === before.attempt ? 0 : 1)
        if (wakeAt(life) !== null) expect(life.state === 'failed' || life.state === 'ready').toBe(true)
        // Editing, switching, stopping and starting are the person's own doing.
        if (event.type === 'entry' || event.type === 'stop' || event.type === 'reconnect') bySelf = []
        if (event.type === 'wanted' && event.by !== 'call') bySelf = []
        if (event.type === 'failed' && event.fault.code !== 'exited') bySelf = []
        if (life.attempt > before.attempt && event.type === 'tick') bySelf.push(at)
        expect(bySelf.filter((one) => at - one < 300_000).length).toBeLessThanOrEqual(4)
      }
    }),
    { numRuns: 500 },
  )
})
