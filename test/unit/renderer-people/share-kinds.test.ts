/** What a question asks for and what its answer grants: a share must never grow or shrink by accident. */
import { describe, expect, it } from 'vitest'
import { allAllowed, askedBeyond, isWithoutEffect } from '../../../src-renderer/features/people/share-kinds.ts'

const levels = (chat: boolean, health: boolean, genetics: boolean) =>
  ({ chat: chat ? 'read' : 'none', health: health ? 'read' : 'none', genetics: genetics ? 'read' : 'none' }) as const

describe('a question', () => {
  it('names only what may not be read already', () => {
    expect(askedBeyond(levels(true, false, false), levels(true, true, false))).toEqual(['health'])
    expect(askedBeyond(levels(true, true, false), levels(true, false, false))).toEqual([])
    expect(askedBeyond(levels(false, false, false), null)).toEqual([])
  })

  it('that is allowed keeps what was granted before, though it was not asked for again', () => {
    expect(allAllowed(levels(true, false, true), levels(false, true, false))).toEqual(levels(true, true, true))
    expect(allAllowed(levels(false, false, false), null)).toEqual(levels(false, false, false))
  })
})

describe('a level', () => {
  it('has no effect without chat, which opens the door for the other two', () => {
    expect(isWithoutEffect(levels(false, true, false), 'health')).toBe(true)
    expect(isWithoutEffect(levels(true, true, false), 'health')).toBe(false)
    expect(isWithoutEffect(levels(false, false, false), 'genetics')).toBe(false)
    expect(isWithoutEffect(levels(true, false, false), 'chat')).toBe(false)
  })
})
