/** How a request for permission is put to a person: what stands above it, and which answer is the safe one. Pure. */
import type { ApprovalChoice, ApprovalReason } from '../../../src-main/agents/events.ts'
import type { Approval, EventOf } from './answer-parts.ts'

/** One that does not say why changes something, for all that is known. */
export function reasonOf(request: EventOf<'approval'>): ApprovalReason {
  return request.reason ?? (request.provider ? 'provider' : 'writes')
}

/** Something may leave this computer, or run on it: the no stands first and no yes is put forward. */
export function isGrave(reason: ApprovalReason): boolean {
  return reason !== 'writes' && reason !== 'policy' && reason !== 'memory'
}

export function choicesOf({ choices }: EventOf<'approval'>): readonly ApprovalChoice[] {
  return choices === undefined || choices.length === 0 ? ['once'] : choices
}

export type ApprovalOutcome = ApprovalChoice | 'rejected' | 'expired' | 'stopped'

/** Null while it waits. A run that is over waits for nobody. */
export function outcomeOf({ answer }: Approval, hasEnded: boolean): ApprovalOutcome | null {
  return answer?.decision ?? (hasEnded ? 'stopped' : null)
}

/** The note that would be kept and where, from the arguments of the call that keeps it; null parts are not in them. */
export function noteOf(args: unknown): { text: string | null; path: string | null } {
  const read = (names: readonly string[]) => {
    for (const name of names) {
      const value: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, name) : undefined
      if (typeof value === 'string') return value
    }
    return null
  }
  return {
    text: read(['text', 'content', 'note', 'after', 'new_string']),
    path: read(['path', 'file_path', 'file']),
  }
}
