/** Apps that ask to be let in, in the hub that exists only in this page. */
import type { ConsentView } from '../../src-main/api/contract/consents.ts'

const minuteMs = 60_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

/** `how`: '' or '1' one request, '3' three, 'document', 'scheme', 'login', or 'ending' for one that ends in twelve seconds. */
export function consentsOf(how: string): ConsentView[] {
  const loopback: ConsentView = {
    id: 'k1',
    kind: 'oauth',
    client: { id: 'mcp_client_71c0', name: 'MCP CLI Proxy', kind: 'registered', documentHost: null },
    redirectHost: '127.0.0.1',
    isLoopback: true,
    scopes: ['mcp:read', 'mcp:write', 'offline_access'],
    code: '47 13',
    createdAt: at(-20_000),
    expiresAt: at(how === 'ending' ? 12_000 : 10 * minuteMs - 20_000),
  }
  const document: ConsentView = {
    ...loopback,
    id: 'k2',
    client: { id: 'https://claude.ai/client.json', name: 'Claude', kind: 'document', documentHost: 'claude.ai' },
    redirectHost: 'claude.ai',
    isLoopback: false,
    scopes: ['mcp:read', 'mcp:write', 'mcp:tools', 'mcp:admin', 'mcp:connect', 'openid', 'profile', 'offline_access'],
    code: '80 52',
    createdAt: at(-10_000),
  }
  const login: ConsentView = {
    ...document,
    id: 'k3',
    kind: 'login',
    client: { id: 'mcp-login', name: 'Theta', kind: 'registered', documentHost: null },
    redirectHost: 'localhost',
    isLoopback: true,
    code: '09 66',
    createdAt: at(-5_000),
  }
  if (how === 'document') return [document]
  if (how === 'scheme') return [{ ...document, redirectHost: 'cursor://' }]
  if (how === 'login') return [login]
  return how === '3' ? [loopback, document, login] : [loopback]
}
