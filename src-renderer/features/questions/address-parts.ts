/** What of an address tells where it leads. Pure. */

export interface AddressParts {
  /** Host and port, in ASCII: letters that only look like others show as punycode. */
  readonly host: string
  /** Not encrypted, and not this computer. */
  readonly isPlain: boolean
  /** A part of the host is written in other letters than ASCII. */
  readonly isForeignScript: boolean
  /** Something before an @ that could be taken for the host. */
  readonly hasUser: boolean
}

/** Null for what is no web address: it is shown and never opened. */
export function addressParts(url: string): AddressParts | null {
  if (!URL.canParse(url)) return null
  const { protocol, host, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  return {
    host,
    isPlain: protocol === 'http:' && !isHere,
    isForeignScript: hostname.split('.').some((label) => label.startsWith('xn--')),
    hasUser: username !== '' || password !== '',
  }
}
