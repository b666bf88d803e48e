/** All time zones of this computer's list, with their offset now. */
import type { ComboboxOption } from '../../ui/combobox.tsx'

/** '+08:00' of a zone at an instant; 'UTC' zones are '+00:00'. '' where the zone is unknown here. */
export function zoneOffset(timeZone: string, at: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
    return name === 'GMT' ? '+00:00' : name.replace('GMT', '')
  } catch {
    return ''
  }
}

/** Options for a list; `current` is in it even when this computer lists the zone under another name. */
export function zoneOptions(current: string, at: number): ComboboxOption[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  return [...zones].sort().map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    note: zoneOffset(zone, at),
    keywords: [zone, ...zone.split('/')],
  }))
}
