/** A listening stream stays open for days, and its credential was looked at once: it is looked at again. */
import type { ServerResponse } from 'node:http'
import type { Identity } from './identity.ts'

/** Breaks the stream off when `identify` no longer finds the same principal; its client then hears why. */
export function watchCredential(
  response: ServerResponse,
  principal: string,
  identify: () => Promise<Identity>,
  everyMs: number,
): void {
  if (response.destroyed) return
  const look = async () => {
    const who = await identify()
    if (who.kind === 'refused' || who.principal !== principal) response.destroy()
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  response.once('close', () => clearInterval(timer))
}
