/** Which proxy a request goes through: what the person set, or what the environment says. Pure. */
import type { ServerSettings } from '../model/server-entry.ts'

/** Names and addresses of this computer are never asked of a proxy. */
const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/i

export const isLoopback = (url: URL): boolean => loopback.test(url.hostname)

/**
 * The proxy's URL, or null: straight to the server. `env` is asked for HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY
 * in either case; the small letters win, as in curl. NO_PROXY holds host names (their subdomains included), with a port
 * or without, and `*`.
 */
export function proxyFor(
  url: URL,
  proxy: ServerSettings['proxy'],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (proxy === 'none' || isLoopback(url)) return null
  if (proxy !== 'system') return proxy.url
  if (noProxy(url, value(env, 'no_proxy'))) return null
  const own = url.protocol === 'https:' ? value(env, 'https_proxy') : value(env, 'http_proxy')
  const chosen = own || value(env, 'all_proxy')
  if (!chosen) return null
  return chosen.includes('://') ? chosen : `http://${chosen}`
}

function value(env: Readonly<Record<string, string | undefined>>, name: string): string {
  return (env[name] || env[name.toUpperCase()] || '').trim()
}

function noProxy(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list.split(/[\s,]+/).some((rule) => {
    if (rule === '*') return true
    const { host, rulePort } = parseRule(rule)
    if (host === '' || (rulePort !== null && rulePort !== port)) return false
    const name = url.hostname.toLowerCase()
    return name === host || name.endsWith(`.${host}`)
  })
}

function parseRule(rule: string): { host: string; rulePort: string | null } {
  const found = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(rule.trim().toLowerCase())
  // An IPv6 address without brackets.
  if (!found) return { host: `[${rule.trim().toLowerCase()}]`, rulePort: null }
  return { host: (found[1] ?? '').replace(/^\*?\./, ''), rulePort: found[2] ?? null }
}
