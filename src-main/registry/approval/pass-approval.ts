/** The step of a call at which the person is asked: by the rule, once, and anew where the rule has become stricter. */

import type { ToolPolicy } from '../../mcp-client/model/server-entry.ts'
import { type Answer, failed } from '../call-answer.ts'
import type { FoundTool } from '../find-tool.ts'
import type { MetaTool } from '../meta-tools.ts'
import type { ToolCall, ToolDefinition } from '../types.ts'
import { type ApprovalVerdict, approvalFor, readBy } from './approval-policy.ts'
import type { ApprovalDecision, ApprovalRequest } from './run-gate.ts'
import { toolHash } from './tool-hash.ts'

export interface Approved {
  /** Why the call does not run; null when it does. */
  readonly refusal: Answer | null
  /** Who let it through, for the audit log: 'approval:once', 'grant:always'; null where nobody had to. */
  readonly how: string | null
  /** Where the result's text came from, when strangers could have written it. */
  readonly untrusted: string | null
}

/** What counts of a tool when it is asked for. */
export interface GuardedTool {
  readonly definition: ToolDefinition
  /** Null for tools of the hub. */
  readonly policy: ToolPolicy | null
  readonly serverName: string | null
  /** Fingerprint of what of a server is run or reached. */
  readonly target: string | null
  /** A tool about tools: it needs to know whose, and reads nothing about the person. */
  readonly isAboutTools: boolean
  /** Shown beside the arguments. */
  readonly shown?: MetaTool['shown']
}

export function guarded(found: FoundTool): GuardedTool {
  if (found.kind === 'external') {
    const { definition, policy, serverName, target = null } = found.tool
    return { definition, policy, serverName, target, isAboutTools: false }
  }
  const { definition } = found.tool
  const own = { definition, policy: null, serverName: null, target: null }
  if (found.kind === 'own') return { ...own, isAboutTools: false }
  return { ...own, isAboutTools: definition.approval === undefined, shown: found.tool.shown }
}

type Asking = Extract<ApprovalVerdict, { kind: 'ask' }>

const free: Approved = { refusal: null, how: null, untrusted: null }

/**
 * Calls without a run pass. A call that passes is marked as read from here on, before it runs: what goes on beside it
 * must not be judged as if its result were not on the way.
 */
export async function passApproval(
  tool: GuardedTool,
  args: Readonly<Record<string, unknown>>,
  call: Pick<ToolCall, 'caller' | 'run' | 'signal' | 'callId' | 'approved'>,
): Promise<Approved> {
  const { run } = call
  if (run === undefined) return free
  const { definition, policy } = tool
  let how: string | null = null
  for (;;) {
    const verdict = approvalFor(definition, run.taint(), policy)
    if (verdict.kind === 'blocked')
      return refused(failed('not_allowed', `The tool ${definition.name} is blocked.`, 'Go on without it.'))
    // The person typed this very call: whether it may change something is said by that; what they set to be asked, and
    // what could leave without their wish, is asked all the same.
    if (verdict.kind === 'run' || (call.approved === true && isOwnWish(verdict))) break
    const shown = { ...args, ...tool.shown?.(args, call.caller) }
    const decision = await run.approve(requestOf(tool, shown, call.callId ?? '', verdict), call.signal)
    if (!decision.isAllowed) return refused(notApproved(definition.name, decision))
    how = `${decision.isRemembered ? 'grant' : 'approval'}:${decision.choice}`
    if (decision.isRemembered !== true) break
    // While the remembered answer was looked up, something else of the run may have read what makes it void.
    const now = approvalFor(definition, run.taint(), policy)
    if (now.kind !== 'ask' || now.reason === verdict.reason) break
  }
  if (!tool.isAboutTools) run.mark(readBy(definition))
  const { untrusted } = readBy(definition)
  return {
    refusal: null,
    how,
    untrusted: untrusted === undefined ? null : untrusted.replace(/^(server|tool) (.*)$/s, 'the $1 "$2"'),
  }
}

function isOwnWish({ reason }: Asking): boolean {
  return reason === 'writes'
}

function requestOf(
  { definition, serverName, target }: GuardedTool,
  args: Readonly<Record<string, unknown>>,
  callId: string,
  { reason, choices }: Asking,
): ApprovalRequest {
  return {
    callId,
    tool: definition.name,
    ...(serverName === null ? {} : { server: serverName }),
    args,
    reason,
    choices,
    toolHash: toolHash(definition, target),
  }
}

const refused = (refusal: Answer): Approved => ({ ...free, refusal })

function notApproved(name: string, { why, reason }: Extract<ApprovalDecision, { isAllowed: false }>): Answer {
  switch (why) {
    case 'stopped':
      return failed('cancelled', `${name} was cancelled before it ran.`, 'Nothing of it was done.')
    case 'expired':
      return failed(
        'not_approved',
        `Nobody answered in time whether ${name} may run, so it did not run.`,
        'Do not repeat it; go on without it, and say what was left out.',
      )
    case 'unattended':
      return failed(
        'not_approved',
        `${name} needs the person's yes, and nobody can be asked in this run. It did not run.`,
        'Do not repeat it; go on without it. In the Mirohub app the person is asked, and can allow a tool for longer.',
      )
    case 'rejected':
      return failed(
        'not_approved',
        `The person did not allow this call of ${name}.${reason === undefined ? '' : ` They wrote: ${JSON.stringify(reason)}`}`,
        'Do not repeat it; go on without it, in the way that they asked for if they wrote one.',
      )
  }
}
