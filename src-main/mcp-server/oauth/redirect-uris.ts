/**
 * Which redirect addresses a client may register (RFC 8252, RFC 9700 4.1). Where the answer of an authorization goes is
 * what a thief would change, so the list is short: https, this computer, and programs that are known by name.
 */
import { isLoopbackHostname } from '../loopback.ts'

/**
 * Private-use schemes of programs that were looked at: each is registered with the system by the MCP client of that
 * name. Any program may claim any scheme, so a new one is a decision, made here.
 */
const PRIVATE_SCHEMES: ReadonlySet<string> = new Set([
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
  'claude:',
  'goose:',
  'zed:',
  'lmstudio:',
  'raycast:',
])

const MAX_LENGTH = 1_024

export type RedirectKind = 'https' | 'loopback' | 'private'

/** The kind of a redirect address that may be registered; null for one that may not. */
export function redirectKind(uri: string): RedirectKind | null {
  // Printable ASCII without what URL parsers disagree about; a wildcard has no meaning in an exact comparison.
  if (uri.length > MAX_LENGTH || !/^[!-~]+$/.test(uri) || /[\\*#<>"`{}|^]/.test(uri)) return null
  const url = URL.parse(uri)
  if (url === null || url.username !== '' || url.password !== '' || /^[a-z+.-]*:\/*[^/?]*@/i.test(uri)) return null
  if (url.protocol === 'https:') return isLoopbackHostname(url.hostname) || url.hostname === '' ? null : 'https'
  if (url.protocol === 'http:') return isLoopbackHostname(url.hostname) && uri.startsWith('http://') ? 'loopback' : null
  return PRIVATE_SCHEMES.has(url.protocol) ? 'private' : null
}

/** What to show of a redirect address: its host, or for a program's own scheme the scheme. */
export function redirectHost(uri: string): { host: string; isLoopback: boolean } {
  const url = URL.parse(uri)
  if (url === null) return { host: '', isLoopback: false }
  const isLoopback = url.protocol === 'http:'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { host: `${url.protocol}//`, isLoopback: false }
  return { host: isLoopback ? url.hostname : url.host, isLoopback }
}
