/** What is written down of an error must not be what it says. */
import { expect, it } from 'vitest'
import { errorTrace } from '../../../src-main/log/error-trace.ts'

class ReaderError extends Error {
  override readonly name = 'glucose 7.7'
}

it('keeps class, system code and places, through its causes', () => {
  const cause = Object.assign(new TypeError('7.7'), { code: '22P02', detail: '7.7' })
  const trace = errorTrace(new ReaderError('glucose\n    of Ada: 7.7', { cause }))
  expect(trace).toMatchObject({ kind: 'ReaderError', cause: { kind: 'TypeError', code: '22P02' } })
  expect(trace.at?.[0]).toMatch(/^at .*error-trace\.test\.ts:\d+:\d+\)?$/)
  expect(JSON.stringify(trace)).not.toMatch(/glucose|Ada|7\.7/)
})

it.each([
  ['a text', 'string'],
  [{ secret: 1 }, 'object'],
  [undefined, 'undefined'],
  [Object.assign(new Error(''), { code: 'glucose' }), 'Error'],
])('%j', (thrown, kind) => {
  const { kind: told, code } = errorTrace(thrown)
  expect([told, code]).toEqual([kind, undefined])
})

it('an error without a stack, or with a cause that is itself, ends', () => {
  const error = new Error('x')
  delete error.stack
  error.cause = error
  expect(errorTrace(error)).toEqual({
    kind: 'Error',
    cause: { kind: 'Error', cause: { kind: 'Error', cause: { kind: 'Error' } } },
  })
})
