/** What receives the answer of an app's question. Pure. */
import type { ConsentView } from '../../../src-main/api/contract/consents.ts'

/**
 * site: a web address. loopback: whatever listens on this computer. scheme: whatever program of this computer opens
 * links of the app's own kind (`cursor://`). Of the last two nobody can tell which program it is (RFC 8252 8.6, 8.7).
 */
export function receiverOf(consent: Pick<ConsentView, 'redirectHost' | 'isLoopback'>): 'site' | 'loopback' | 'scheme' {
  if (consent.isLoopback) return 'loopback'
  return consent.redirectHost.endsWith('://') ? 'scheme' : 'site'
}
