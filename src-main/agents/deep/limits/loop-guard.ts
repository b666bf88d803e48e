/**
 * A model that goes in circles: the same call with the same result, over and over. It is warned, then the call is not
 * run any more, then the run ends (crush#2130, pi#9637, opencode#28596). Pure; one a run.
 */

export const loopLimits = {
  /** Calls that are looked back on. */
  window: 10,
  /** Alike this often: a warning is put under the result. */
  warnAt: 3,
  /** Alike more often than this: the call is answered without being run. */
  stopAfter: 5,
  /** Refused this often: the run ends. */
  endAfter: 2,
} as const

export interface LoopGuard {
  /** Before a call. 'refused': it is not run; 'ended': nor goes the run on. */
  before(name: string, args: unknown): 'run' | 'refused' | 'ended'
  /** After a call; true when the model should be told that it repeats itself. */
  after(name: string, args: unknown, result: string): boolean
  readonly isEnded: boolean
}

export function createLoopGuard(): LoopGuard {
  let recent: { readonly call: string; readonly result: string }[] = []
  let hits = 0
  const alikeOf = (call: string) => {
    const last = recent.findLast((step) => step.call === call)
    return last === undefined ? 0 : recent.filter((step) => step.call === call && step.result === last.result).length
  }
  const remember = (call: string, result: string) => {
    recent = [...recent, { call, result }].slice(-loopLimits.window)
  }

  return {
    before(name, args) {
      const call = callKey(name, args)
      if (alikeOf(call) < loopLimits.stopAfter) return 'run'
      hits++
      return hits >= loopLimits.endAfter ? 'ended' : 'refused'
    },
    after(name, args, result) {
      const call = callKey(name, args)
      remember(call, result)
      return alikeOf(call) >= loopLimits.warnAt
    },
    get isEnded() {
      return hits >= loopLimits.endAfter
    },
  }
}

/** One text for calls that mean the same: keys in order, white space and letter case of texts aside. */
export function callKey(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(normal(args))}`
}

function normal(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().replace(/\s+/g, ' ').toLowerCase()
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null && inner !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, normal(inner)]),
  )
}
