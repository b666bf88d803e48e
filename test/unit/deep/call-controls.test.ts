/** Cancelling one call: the fault would be a neighbour that stops too, or a call that can be cancelled after its end. */
import { expect, it } from 'vitest'
import { createCallControls } from '../../../src-main/agents/call-controls.ts'

it('cancels the named call of the named run and nothing else', () => {
  const controls = createCallControls()
  const wanted = controls.begin('run-1', 'a')
  const neighbour = controls.begin('run-1', 'b')
  const namesake = controls.begin('run-2', 'a')
  expect(controls.cancelCall('run-1', 'a')).toBe(true)
  expect([wanted, neighbour, namesake].map((call) => call.isCancelled)).toEqual([true, false, false])
  expect(wanted.signal.reason).toMatchObject({ name: 'CallCancelled' })
})

it('says no for a call that has ended, that never was, or that nothing keeps', () => {
  const controls = createCallControls()
  const ended = controls.begin('run-1', 'a')
  ended.end()
  ended.end()
  const unkept = controls.begin(null, 'a')
  expect(controls.cancelCall('run-1', 'a')).toBe(false)
  expect(controls.cancelCall('run-1', 'never')).toBe(false)
  expect([ended.isCancelled, unkept.isCancelled]).toEqual([false, false])
})

it('cancels every call that goes by one repeated id, and forgets each at its own end', () => {
  const controls = createCallControls()
  const first = controls.begin('run-1', 'a')
  const second = controls.begin('run-1', 'a')
  first.end()
  expect(controls.cancelCall('run-1', 'a')).toBe(true)
  expect([first.isCancelled, second.isCancelled]).toEqual([false, true])
})
