/** A tool as it is now, as one short text: a remembered answer counts for this and for nothing else. */
import { createHash } from 'node:crypto'
import type { ToolDefinition } from '../types.ts'

/**
 * SHA-256 (hex) over what a person was shown of the tool and what it would do: name, description, schema, its hints and
 * where it comes from, and for a server's tool the fingerprint of what is run or reached.
 */
export function toolHash(definition: ToolDefinition, target: string | null): string {
  const { name, description, inputSchema, origin, annotations } = definition
  return createHash('sha256')
    .update(canonical({ version: 1, name, description, inputSchema, origin, annotations, target }))
    .digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}
