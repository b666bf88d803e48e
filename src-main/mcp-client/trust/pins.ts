/** Tools that a person approved, against what a server lists now: a server must not turn into another behind them. */
import type { Tool } from '@modelcontextprotocol/client'
import { canonicalJson } from './canonical-json.ts'
import { sha256 } from './fingerprint.ts'

export type ToolTrust = 'approved' | 'new' | 'changed'

/**
 * SHA-256 (hex) of what a model or a person is told about a tool. `_meta`, icons and hints for the transport are left
 * out: servers put there what is another in every answer, and nobody decides by it.
 */
export function toolFingerprint(tool: Tool): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool
  return sha256(canonicalJson({ version: 1, name, title, description, inputSchema, outputSchema, annotations }))
}

/** `pinned`: the definition that was approved, if one was. */
export function toolTrust(pinned: Tool | null | undefined, listed: Tool): ToolTrust {
  if (pinned === null || pinned === undefined) return 'new'
  return toolFingerprint(pinned) === toolFingerprint(listed) ? 'approved' : 'changed'
}

export interface ToolComparison {
  /** Exactly as they were approved. */
  readonly approved: readonly Tool[]
  readonly fresh: readonly Tool[]
  readonly changed: readonly { readonly before: Tool; readonly now: Tool }[]
  /** Approved once, and not listed now; they stay pinned, so that one that comes back is compared. */
  readonly gone: readonly Tool[]
}

/** By name. A name that is listed twice is compared twice: at most one of the two is what was approved. */
export function compareTools(pinned: readonly Tool[], listed: readonly Tool[]): ToolComparison {
  const before = new Map(pinned.map((tool) => [tool.name, tool]))
  const names = new Set(listed.map(({ name }) => name))
  const changed: { before: Tool; now: Tool }[] = []
  const approved: Tool[] = []
  const fresh: Tool[] = []
  for (const now of listed) {
    const pin = before.get(now.name)
    if (pin === undefined) fresh.push(now)
    else if (toolTrust(pin, now) === 'approved') approved.push(now)
    else changed.push({ before: pin, now })
  }
  return { approved, fresh, changed, gone: pinned.filter(({ name }) => !names.has(name)) }
}
