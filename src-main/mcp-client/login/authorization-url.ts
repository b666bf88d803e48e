/**
 * The address that a login opens in the browser. It comes from a server, and what opens addresses may hand them to a
 * shell or to another program (CVE-2025-6514, CVE-2025-58747), so it is looked at as written, before anything is parsed.
 */
import { loginFaults } from './login-faults.ts'
import type { Reach } from './reach.ts'

/** No spaces, quotes, `$ ( ) ; | \ ^ < > { } #` or backticks: no authorization endpoint in use has any of them. */
const PLAIN = /^[A-Za-z0-9\-._~:/?[\]@!*+,=%&]+$/

/**
 * The endpoint of metadata, good to be opened with our parameters. Throws ServerError `refused_address` for anything but
 * https, or http of this computer when the server is here too. RFC 6749 3.1 forbids the fragment.
 */
export function checkedAuthorizationEndpoint(raw: string, reach: Pick<Reach, 'allows'>): URL {
  const url = URL.parse(raw)
  if (!PLAIN.test(raw) || url === null || !reach.allows(url)) throw loginFaults.refusedAddress(raw)
  return url
}
