/** Which lines of a server's log are shown, and what is copied of them. */
import { describe, expect, it } from 'vitest'
import type { LogLineView } from '../../../src-main/api/contract/servers.ts'
import { filteredLines, logText, withLines } from '../../../src-renderer/features/server/log-lines.ts'

const line = (text: string, more: Partial<LogLineView> = {}): LogLineView => ({
  at: '2026-11-30T09:00:00.000Z',
  from: 'stderr',
  level: 'info',
  text,
  ...more,
})
const lines = withLines(
  [],
  [
    line('Listening on 3000', { level: 'debug' }),
    line('GET /plan', { from: 'server' }),
    line('slow answer', { level: 'warn', from: 'hub' }),
    line('EACCES: /etc/shadow', { level: 'error' }),
  ],
)
const all = { text: '', level: 'debug', from: 'all' } as const
const numbers = (filter: Parameters<typeof filteredLines>[1]) => filteredLines(lines, filter).map((one) => one.number)

describe('withLines', () => {
  it('numbers on, so that a line keeps its place when older ones go', () => {
    const kept = withLines(lines, [line('five'), line('six')], 3)
    expect(kept.map((one) => [one.number, one.text])).toEqual([
      [4, 'EACCES: /etc/shadow'],
      [5, 'five'],
      [6, 'six'],
    ])
  })
})

describe('filteredLines', () => {
  it('shows everything without a filter', () => expect(numbers(all)).toEqual([1, 2, 3, 4]))
  it('shows the chosen level and graver ones', () => {
    expect(numbers({ ...all, level: 'info' })).toEqual([2, 3, 4])
    expect(numbers({ ...all, level: 'error' })).toEqual([4])
  })
  it('shows one source', () => expect(numbers({ ...all, from: 'hub' })).toEqual([3]))
  it('searches without regard to case, and takes no pattern for one', () => {
    expect(numbers({ ...all, text: 'eacces' })).toEqual([4])
    expect(numbers({ ...all, text: '.*' })).toEqual([])
  })
})

describe('logText', () => {
  it('gives a line each with instant, level and source, and indents what follows a break', () => {
    expect(logText([line('one\ntwo', { level: 'warn', from: 'hub' }), line('three')])).toBe(
      '2026-11-30T09:00:00.000Z warn  hub    one\n    two\n2026-11-30T09:00:00.000Z info  stderr three',
    )
  })
})
