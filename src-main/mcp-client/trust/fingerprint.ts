/** What a person agreed to, as one short text: another fingerprint means that something else would run. */
import { createHash } from 'node:crypto'
import type { ServerTarget } from '../model/server-entry.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * SHA-256 (hex) of everything that decides what runs or is reached: command, arguments, directory and names of
 * environment variables, or URL, names of headers and the way to log in. Values are not in it: a new key is no new
 * program. The order of names does not count, that of arguments does.
 */
export function fingerprintOf(target: ServerTarget): string {
  return sha256(canonicalJson({ version: 1, ...decisive(target) }))
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Named one by one: what is stored beside them by a later version must not change what was approved. */
function decisive(target: ServerTarget): Readonly<Record<string, unknown>> {
  if (target.kind === 'stdio') {
    const { kind, command, args, cwd, encoding, encodingErrors } = target
    return { kind, command, args, cwd, envNames: target.envNames.toSorted(), encoding, encodingErrors }
  }
  const { kind, url, auth, oauth } = target
  const { clientId, scopes, redirectPort } = oauth
  return { kind, url, headerNames: target.headerNames.toSorted(), auth, oauth: { clientId, scopes, redirectPort } }
}
