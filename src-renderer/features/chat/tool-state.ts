/** How a call stands, for its line: what it waits for, how it ended, what is not known of it. Pure. */
import type { ToolPart } from './answer-parts.ts'

export type ToolState =
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'notApproved'
  /** It may have done what it was to do: the run ended, or the wait did, before anybody could tell. */
  | 'unknown'
  /** It read something and never came to an end. */
  | 'noResult'

const byCode: Readonly<Record<string, ToolState>> = {
  cancelled: 'cancelled',
  not_approved: 'notApproved',
  rejected: 'notApproved',
  outcome_unknown: 'unknown',
  unknown_outcome: 'unknown',
}

/** `hasEnded`: the run is over, so what has no result will not get one any more. */
export function toolState({ result, approvals }: Pick<ToolPart, 'result' | 'approvals'>, hasEnded: boolean): ToolState {
  if (result !== null) return result.ok ? 'done' : (byCode[result.error?.code ?? ''] ?? 'failed')
  const answers = approvals.map(({ answer }) => answer?.decision ?? null)
  if (!hasEnded) return answers.includes(null) ? 'waiting' : 'running'
  if (answers.length > 0 && answers.every((one) => one === 'rejected' || one === 'expired' || one === 'stopped'))
    return 'notApproved'
  // What was allowed may write; that it is not told does not mean that it did not happen.
  const wasAllowed = answers.some((one) => one === 'once' || one === 'conversation' || one === 'always')
  return wasAllowed ? 'unknown' : 'noResult'
}

/** What a command ended with, where its result says so; null where it does not. */
export function exitCode(preview: unknown): number | null {
  if (typeof preview !== 'object' || preview === null) return null
  for (const name of ['exit_code', 'exitCode', 'code']) {
    const value: unknown = Reflect.get(preview, name)
    if (typeof value === 'number') return value
  }
  return null
}

const shellTools = new Set(['shell', 'run_command', 'execute', 'bash', 'terminal'])

/** Drawn as a terminal: a command, or anything that writes to a screen. */
export function isCommand({ call, output, approvals }: ToolPart): boolean {
  if (output !== null) return true
  if (call.server !== undefined) return false
  return shellTools.has(call.tool) || approvals.some(({ request }) => request.reason === 'shell')
}

/** The command of a call, as its arguments say it; '' where they do not. */
export function commandOf(args: unknown): string {
  const value: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'command') : undefined
  return typeof value === 'string' ? value : ''
}
