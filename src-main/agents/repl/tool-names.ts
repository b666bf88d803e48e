/** Which tools code may call, and by which names. Pure. */
import type { ToolDefinition } from '../../registry/types.ts'
import type { ReplTool } from './types.ts'

/** `query_health_indicators` → `queryHealthIndicators`. */
function codeName(tool: string): string {
  const name = tool.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())
  return /^[A-Za-z]/.test(name) ? name : `tool${name}`
}

/**
 * Read-only tools of the hub itself, in the order given. What writes or belongs to an external server is not offered:
 * an approval inside of running code would show the person nothing of what it leads to. Of two tools with one name in
 * code the first is taken.
 */
export function replTools(definitions: readonly ToolDefinition[]): ReplTool[] {
  const byName = new Map<string, ReplTool>()
  for (const definition of definitions) {
    if (!definition.annotations.readOnlyHint || definition.origin.kind === 'server') continue
    const name = codeName(definition.name)
    // An object with a `then` would be taken for a promise.
    if (name === 'then' || byName.has(name)) continue
    byName.set(name, { name, tool: definition.name, definition })
  }
  return [...byName.values()]
}
