/**
 * Whether a call of an agent runs, or waits for the person: by what the tool does and by what its conversation has read.
 * Pure, so that the rule can be tested over every sequence of calls.
 */
import type { ToolPolicy } from '../../mcp-client/model/server-entry.ts'
import type { ToolDefinition } from '../types.ts'
import type { ApprovalChoice, ApprovalReason, Taint } from './run-gate.ts'

export type ApprovalVerdict =
  | { readonly kind: 'run' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'ask'; readonly reason: ApprovalReason; readonly choices: readonly ApprovalChoice[] }

export type JudgedTool = Pick<ToolDefinition, 'origin' | 'annotations' | 'approval'>

const everyChoice: readonly ApprovalChoice[] = ['once', 'conversation', 'always']

/**
 * `policy` is what the person set for a server's tool; null for tools of the hub. The strictest rule that applies gives
 * the reason: strangers' text beside private data, then private data alone, then the policy, then what the tool changes.
 */
export function approvalFor(tool: JudgedTool, taint: Taint, policy: ToolPolicy | null): ApprovalVerdict {
  if (policy === 'block') return { kind: 'blocked' }
  // What a command does is in its words alone: nobody can have allowed it beforehand.
  if (tool.approval === 'shell') return { kind: 'ask', reason: 'shell', choices: ['once'] }
  if (isOutward(tool) && taint.hasPrivate) {
    if (taint.untrusted.length > 0) return { kind: 'ask', reason: 'private_and_untrusted', choices: ['once'] }
    return { kind: 'ask', reason: 'outward', choices: everyChoice }
  }
  if (policy === 'ask') return { kind: 'ask', reason: 'policy', choices: everyChoice }
  const { readOnlyHint, destructiveHint } = tool.annotations
  // A tool that is called both read-only and destructive is believed in the second.
  if (!readOnlyHint || destructiveHint) return { kind: 'ask', reason: 'writes', choices: everyChoice }
  return { kind: 'run' }
}

/** It may send something out of this computer: what servers do is not known, what own tools do they say. */
export function isOutward(tool: JudgedTool): boolean {
  return isOfServer(tool) || tool.annotations.openWorldHint
}

/** What a call of the tool brings into its conversation, once it has begun. `name` is the server's, or the tool's. */
export function readBy(tool: JudgedTool & Pick<ToolDefinition, 'needsIdentity' | 'name'>): {
  readonly hasPrivate?: boolean
  readonly untrusted?: string
} {
  if (tool.origin.kind === 'server') return { untrusted: `server ${tool.origin.server}` }
  return {
    ...(tool.needsIdentity ? { hasPrivate: true } : {}),
    ...(tool.origin.kind === 'personal' || tool.annotations.openWorldHint ? { untrusted: `tool ${tool.name}` } : {}),
  }
}

const isOfServer = ({ origin }: Pick<ToolDefinition, 'origin'>) => origin.kind === 'server'
