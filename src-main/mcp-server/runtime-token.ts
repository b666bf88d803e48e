/** The bearer of hub.json: what the owner's own processes show to the hub that runs. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Null: the request shows no bearer at all. */
export function showsRuntimeToken({ headers }: Pick<IncomingMessage, 'headers'>, runtimeToken: string): boolean | null {
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer === undefined ? null : timingSafeEqual(digest(bearer), digest(runtimeToken))
}

/** Equal lengths for the comparison, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
