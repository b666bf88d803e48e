/** What an entry says about running: whether it may, and from what its connection is made. Pure. */
import type { ServerEntry } from '../model/server-entry.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import type { Permission } from './server-life.ts'

/** Nothing runs but what the person saw and agreed to, as it is now. */
export function permissionOf(entry: ServerEntry): Permission {
  if (entry.damage !== undefined) return { is: 'damaged', fault: entry.damage }
  if (entry.approved?.fingerprint !== fingerprintOf(entry.target)) return { is: 'unapproved' }
  return { is: entry.enabled ? 'run' : 'off' }
}

/** Everything that a connection is made from, but the values. */
export function connectionKey({ target, settings }: ServerEntry): string {
  const { stateful, limits, asks, roots, proxy, caFile } = settings
  return JSON.stringify([fingerprintOf(target), stateful, limits, asks, roots, proxy, caFile])
}
