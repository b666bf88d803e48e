/** Settings: units that the hub knows, and zones. */
import { describe, expect, it } from 'vitest'
import { UNIT_CHOICES } from '../../../src-main/health/catalogue/answer-unit.ts'
import { zoneOffset, zoneOptions } from '../../../src-renderer/features/settings/time-zones.ts'
import { quantities, unitChoices } from '../../../src-renderer/features/settings/unit-choices.ts'

describe('units', () => {
  it('are the hub’s own choices: one that it does not know would be passed over without a word', () => {
    expect(unitChoices).toEqual(UNIT_CHOICES)
    expect([...quantities].sort()).toEqual(Object.keys(UNIT_CHOICES).sort())
  })
})

describe('time zones', () => {
  const winter = Date.parse('2026-01-15T12:00:00Z')
  const summer = Date.parse('2026-07-15T12:00:00Z')

  it('show the offset of now, with half hours and summer time', () => {
    expect(zoneOffset('Asia/Kolkata', winter)).toBe('+05:30')
    expect(zoneOffset('Europe/London', winter)).toBe('+00:00')
    expect(zoneOffset('Europe/London', summer)).toBe('+01:00')
    expect(zoneOffset('Nowhere/Land', winter)).toBe('')
  })

  it('keep the person’s zone in the list when this computer lists it under another name', () => {
    const values = zoneOptions('Asia/Calcutta', winter).map((option) => option.value)
    expect(values).toContain('Asia/Calcutta')
    expect(values).toContain('UTC')
    expect(new Set(values).size).toBe(values.length)
  })
})
