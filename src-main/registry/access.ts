/** Who may see and call a tool: the allow and deny lists of an agent, and the scopes of a token. */
import type { Config } from '../config/config.ts'
import type { Caller, ToolDefinition } from './types.ts'

/** ALLOWED_TOOLS_{AGENT} then DISALLOWED_TOOLS_{AGENT}: deny wins, and two empty lists mean everything. */
export function isAllowed(
  tool: string,
  agent: string | undefined,
  config: Pick<Config, 'allowedTools' | 'disallowedTools'>,
): boolean {
  if (agent === undefined) return true
  const key = agent.toUpperCase()
  const allowed = Object.hasOwn(config.allowedTools, key) ? (config.allowedTools[key] ?? []) : []
  const denied = Object.hasOwn(config.disallowedTools, key) ? (config.disallowedTools[key] ?? []) : []
  return (allowed.length === 0 || allowed.includes(tool)) && !denied.includes(tool)
}

/** Whether a tool of the hub is kept from a caller that only reads (`Caller.readsOnly`). */
export function isBeyondReading({ annotations }: Pick<ToolDefinition, 'annotations'>, { readsOnly }: Caller): boolean {
  return readsOnly === true && (!annotations.readOnlyHint || annotations.openWorldHint)
}

/**
 * Scopes nest: admin covers write, write covers read, and `mcp:tools` is the old name for all tools.
 * Null scopes belong to the person themself.
 */
export function holdsScope(scopes: Caller['scopes'], needed: ToolDefinition['scope']): boolean {
  if (scopes === null || scopes === undefined) return true
  if (scopes.includes('mcp:admin') || scopes.includes(needed)) return true
  if (needed === 'mcp:read') return scopes.includes('mcp:write') || scopes.includes('mcp:tools')
  return needed === 'mcp:write' && scopes.includes('mcp:tools')
}
