/**
 * Calls that are not worth another try: the same tool with the same arguments, after a failure that cannot heal or after
 * two runs. The model is told why and goes another way. Pure; one a run.
 */
import { callKey } from './loop-guard.ts'

/** Failures that a second call with the same arguments cannot change. */
const finalCodes = new Set([
  'unknown_tool',
  'not_allowed',
  'switched_off',
  'authorization_required',
  'insufficient_scope',
  'not_shared',
  'invalid_arguments',
  'not_approved',
  'bad_path',
  'read_only',
  'not_text',
  'nothing_readable',
  'bad_pattern',
  'too_large',
])

const RUNS = 2

export interface RetryGovernance {
  /** Null: it may run. Else why not, for the model. */
  refusal(name: string, args: unknown): string | null
  note(name: string, args: unknown, result: { readonly code: string | null; readonly isFinal?: boolean }): void
}

export function createRetryGovernance(): RetryGovernance {
  const failures = new Map<string, { runs: number; final: string | null }>()
  return {
    refusal(name, args) {
      const known = failures.get(callKey(name, args))
      if (known === undefined) return null
      if (known.final !== null)
        return `This call was made before with these arguments and failed with ${known.final}; calling it again alike cannot succeed. Change the arguments, use another tool, or tell the person.`
      if (known.runs >= RUNS)
        return `This call was made ${known.runs} times with these arguments and failed each time. Change the arguments, use another tool, or tell the person.`
      return null
    },
    note(name, args, { code, isFinal }) {
      const key = callKey(name, args)
      // Where it succeeded the loop guard watches: the same question may have another answer later.
      if (code === null) {
        failures.delete(key)
        return
      }
      const known = failures.get(key) ?? { runs: 0, final: null }
      failures.set(key, {
        runs: known.runs + 1,
        final: isFinal === true || finalCodes.has(code) ? code : known.final,
      })
    },
  }
}
