/** What an app may ask for. The registry decides per tool what a scope opens (registry/access.ts). */

export const MCP_SCOPES = ['mcp:read', 'mcp:write', 'mcp:tools', 'mcp:admin', 'mcp:connect'] as const
const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
export const SCOPES = [...OPENID_SCOPES, ...MCP_SCOPES] as const
export type Scope = (typeof SCOPES)[number]

/** For a client that names none of ours: reading. */
export const DEFAULT_SCOPE: Scope = 'mcp:read'

export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name)
}

export function isMcpScope(name: string): boolean {
  return MCP_SCOPES.some((scope) => scope === name)
}
