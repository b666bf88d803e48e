/**
 * Which addresses the requests of one login may go to. A server names them (discovery, registration, tokens), so they
 * are a stranger's word: the local network and this computer are out of reach unless the server itself is there.
 */
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { type AddressClass, classOfAddress } from '../../config/address-class.ts'
import { loginFaults } from './login-faults.ts'

/** Every address of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface Reach {
  /** Whether this may be asked at all: https, or plain http where nobody can listen in; no userinfo, no fragment. */
  allows(url: URL): boolean
  /**
   * Rejects with ServerError `refused_address` for what is not allowed, and for names that lead out of reach; a name that
   * is not known here is left to the connection, because a proxy may know it.
   */
  check(url: URL): Promise<void>
  /** For the connector: gives only addresses that may be reached, so that what was checked is what is connected to. */
  readonly lookup: LookupFunction
}

const reachable: Readonly<Record<AddressClass, readonly AddressClass[]>> = {
  public: ['public'],
  private: ['public', 'private'],
  loopback: ['public', 'private', 'loopback'],
  'link-local': ['public', 'link-local'],
  special: ['public'],
}

/**
 * `server` is the address that the person registered. A name that leads to the local network opens that network, as long
 * as it leads there: a name that is private at one look and public at the next (DNS rebinding) is refused.
 */
export async function createReach(server: URL, resolve: Resolve): Promise<Reach> {
  const serverHost = bareHost(server)
  const serverClass = literalClass(serverHost) ?? commonClass(await resolve(serverHost).catch(() => []))
  const allowed = reachable[serverClass]
  const mayReach = (host: string, address: string): boolean => {
    const found = classOfAddress(address)
    return host === serverHost ? found === serverClass : allowed.includes(found)
  }

  function allows(url: URL): boolean {
    const host = bareHost(url)
    const known = literalClass(host)
    const isPlainOk = known === 'loopback' || url.origin === server.origin
    return (
      (url.protocol === 'https:' || (url.protocol === 'http:' && isPlainOk)) &&
      url.username === '' &&
      url.password === '' &&
      url.hash === '' &&
      (known === null || host === serverHost || allowed.includes(known))
    )
  }

  return {
    allows,
    async check(url) {
      const host = bareHost(url)
      const addresses = isIP(host) === 0 && allows(url) ? await resolve(host).catch(() => []) : []
      const isGood = allows(url) && addresses.every((address) => mayReach(host, address))
      if (!isGood) throw loginFaults.refusedAddress(url.href)
    },
    lookup(host, options, callback) {
      resolve(host).then(
        (addresses) => {
          // One address out of reach among good ones is enough: a name like that is made to be tried twice.
          if (addresses.length === 0 || !addresses.every((address) => mayReach(host, address))) {
            callback(loginFaults.refusedAddress(host), '', 0)
            return
          }
          const found = addresses.map((address) => ({ address, family: isIP(address) }))
          const [first] = found
          if (options.all === true) callback(null, found)
          else callback(null, first?.address ?? '', first?.family ?? 0)
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
      )
    },
  }
}

/** Without the brackets of IPv6 and the final dot of a full name. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Of an address, or of a name that can only be this computer (RFC 6761); null where DNS decides. */
function literalClass(host: string): AddressClass | null {
  if (isIP(host) !== 0) return classOfAddress(host)
  return host === 'localhost' || host.endsWith('.localhost') ? 'loopback' : null
}

/** Of several classes the public one: nothing more is opened for a name that is in two places. */
function commonClass(addresses: readonly string[]): AddressClass {
  const classes = new Set(addresses.map(classOfAddress))
  const [only = 'public'] = classes
  return classes.size === 1 ? only : 'public'
}
