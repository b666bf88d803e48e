/** What comes of a call before it is told and written down. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Ask } from '../mcp-client/model/asking.ts'
import type { ToolErrorCode } from './types.ts'

export interface Refusal {
  readonly code: ToolErrorCode
  readonly message: string
  readonly hint: string
}

export type Answer =
  | {
      readonly ok: true
      readonly result: unknown
      readonly text: string
      /** Of the result as JSON, roughly, for the audit log. */
      readonly bytes: number
      /** False where the tool itself says that it failed. */
      readonly success: boolean
      readonly notice?: string
      readonly mcpResult?: CallToolResult
    }
  | { readonly ok: false; readonly error: Refusal; readonly ask?: Ask }

export function failed(code: ToolErrorCode, message: string, hint: string): Answer {
  return { ok: false, error: { code, message, hint } }
}

/** A result object that says so itself: `success: false`. */
export function saysFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'success' in result && result.success === false
}
