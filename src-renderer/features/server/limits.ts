/** Time limits of a server, which a person gives in seconds and the hub keeps in milliseconds. Pure. */
import type { ServerSettingsView } from '../../../src-main/api/contract/servers.ts'

type Limits = ServerSettingsView['limits']
export type LimitName = keyof Limits

/** In seconds; what the contract takes. */
export const limitBounds: Readonly<Record<LimitName, { readonly least: number; readonly most: number }>> = {
  connectMs: { least: 1, most: 600 },
  requestMs: { least: 1, most: 3_600 },
  streamMs: { least: 1, most: 3_600 },
  hardCapMs: { least: 1, most: 86_400 },
}

export const limitNames = ['connectMs', 'requestMs', 'streamMs', 'hardCapMs'] as const

export function secondsOf(limits: Limits): Record<LimitName, string> {
  const text = (ms: number) => String(ms / 1_000)
  return {
    connectMs: text(limits.connectMs),
    requestMs: text(limits.requestMs),
    streamMs: text(limits.streamMs),
    hardCapMs: text(limits.hardCapMs),
  }
}

/** Null where the text is no number of seconds within the bounds. A comma is read as the decimal point it is in many places. */
export function millisecondsOf(name: LimitName, seconds: string): number | null {
  const text = seconds.trim().replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  const ms = Math.round(Number(text) * 1_000)
  const { least, most } = limitBounds[name]
  return ms >= least * 1_000 && ms <= most * 1_000 ? ms : null
}
