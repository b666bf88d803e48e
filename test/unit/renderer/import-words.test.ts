/** What the import sheet says of progress. */
import { describe, expect, it } from 'vitest'
import type { ImportProgressView } from '../../../src-main/api/contract/imports.ts'
import { baseName, jobShare, overallShare } from '../../../src-renderer/features/import/job-view.ts'
import { formatTimeLeft, timeLeftMs } from '../../../src-renderer/features/import/time-left.ts'

const job = (patch: Partial<ImportProgressView>): ImportProgressView => ({
  jobId: 'a',
  path: 'a.zip',
  phase: 'reading',
  title: null,
  part: null,
  bytesRead: 0,
  bytesTotal: 100,
  records: 0,
  startedAt: '2026-11-28T00:00:00Z',
  ...patch,
})

describe('time left', () => {
  it('is worked out from the pace so far', () => {
    // A quarter in 10 s leaves three quarters: 30 s.
    expect(timeLeftMs(25, 100, 10_000)).toBe(30_000)
  })

  it('is not told before it can be told', () => {
    expect(timeLeftMs(1, 100, 60_000)).toBeNull()
    expect(timeLeftMs(50, 100, 500)).toBeNull()
    expect(timeLeftMs(50, null, 60_000)).toBeNull()
  })

  it('is never negative when more was read than announced', () => {
    expect(timeLeftMs(120, 100, 10_000)).toBe(0)
  })

  it('is told in steps that do not flicker', () => {
    expect(formatTimeLeft(3_400)).toBe('3 s')
    expect(formatTimeLeft(31_000)).toBe('35 s')
    expect(formatTimeLeft(95_000)).toBe('2 min')
    expect(formatTimeLeft(3_900_000)).toBe('1 h 5 min')
  })
})

describe('progress', () => {
  it('is unknown, not zero, while the size is unknown or records are merged', () => {
    expect(jobShare(job({ bytesTotal: null, bytesRead: 5 }))).toBeNull()
    expect(jobShare(job({ phase: 'finishing', bytesRead: 100 }))).toBeNull()
  })

  it('never passes the end', () => {
    expect(jobShare(job({ bytesRead: 130 }))).toBe(1)
  })

  it('weighs several jobs by their size', () => {
    // 50 of 100 and 0 of 300: an eighth.
    expect(overallShare([job({ bytesRead: 50 }), job({ bytesRead: 0, bytesTotal: 300 })])).toBe(0.125)
    expect(overallShare([job({ bytesRead: 50 }), job({ bytesTotal: null })])).toBeNull()
  })

  it('names the file on any system', () => {
    expect(baseName('C:\\Users\\Ada\\export.zip')).toBe('export.zip')
    expect(baseName('/home/ada/apple_health_export/')).toBe('apple_health_export')
  })
})
