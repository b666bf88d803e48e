/** Zone names: a wrong one would put every day of a person's data at the wrong date. */
import { expect, it } from 'vitest'
import { ianaTimeZone, systemTimeZone } from '../../../src-main/profiles/time-zone.ts'

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  [' Asia/Shanghai ', 'Asia/Shanghai'],
  ['UTC', 'UTC'],
  // An alias keeps the name that the person chose, whatever the platform calls it today.
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
])('"%s" is %s', (name, zone) => {
  expect(ianaTimeZone(name)?.toLowerCase()).toBe(zone.toLowerCase())
  expect(new Intl.DateTimeFormat('en', { timeZone: ianaTimeZone(name) ?? 'none' }).format(0)).toBeTruthy()
})

it('spells a name of another case as the zone data do', () => {
  expect(ianaTimeZone('europe/berlin')).toBe('Europe/Berlin')
})

it.each([
  '',
  ' ',
  '+08:00',
  '-0500',
  '08:00',
  'Mars/Olympus',
  'Berlin',
  'Europe/Berlin; drop',
  '../etc/passwd',
  'GMT+25',
])('"%s" is none', (name) => {
  expect(ianaTimeZone(name)).toBeNull()
})

it('the system always has one', () => {
  expect(ianaTimeZone(systemTimeZone())).toBe(systemTimeZone())
})
