/** The names by which this computer reaches itself. */

const NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const

/** As a `Host` header writes them for a port: browsers and clients leave HTTP's own port out. */
export function loopbackHosts(port: number): string[] {
  return NAMES.map((name) => (port === 80 ? name : `${name}:${port}`))
}

/** `hostname` as URL.hostname writes it. */
export function isLoopbackHostname(hostname: string): boolean {
  return NAMES.some((name) => name === hostname)
}
