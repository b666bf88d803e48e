/** The secret values of an entry, as its start needs them. Pure. */
import { createHash } from 'node:crypto'
import type { ServerEntry, ServerValues } from '../model/server-entry.ts'

/** Shorter values (a port, `true`) are no secrets, and hiding them would make a log unreadable. */
const MIN_SECRET = 6

/** Names of values that the entry needs and does not have. An empty value is one. */
export function missingValues({ target }: ServerEntry, values: ServerValues): string[] {
  const lacks = (names: readonly string[], given: Readonly<Record<string, string>>) =>
    names.filter((name) => !Object.hasOwn(given, name))
  if (target.kind === 'stdio') return lacks(target.envNames, values.env)
  const bearer = target.auth === 'bearer' && !values.bearer ? ['Bearer token'] : []
  return [...lacks(target.headerNames, values.headers), ...bearer]
}

/** To tell whether values are others, without keeping them. */
export function valuesDigest(values: ServerValues): string {
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts = [sorted(values.env), sorted(values.headers), values.bearer, values.clientSecret]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Takes the values out of a text. */
export function secretMask(values: ServerValues): (text: string) => string {
  const secrets = [...Object.values(values.env), ...Object.values(values.headers), values.bearer, values.clientSecret]
    .filter((one): one is string => typeof one === 'string' && one.length >= MIN_SECRET)
    // The longest first: one may be a part of another.
    .toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '[redacted]'), text)
}
