/**
 * L1: whatever an agent calls, in whatever order, beside each other or one after the other, and whatever was allowed for
 * good before: nothing goes out unseen once private data and strangers' text have both been read.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type GuardedTool, passApproval } from '../../../src-main/registry/approval/pass-approval.ts'
import type { ApprovalDecision, RunGate, Taint } from '../../../src-main/registry/approval/run-gate.ts'

interface Step {
  readonly kind: 'reads private' | 'reads' | 'fetches' | 'writes' | 'server'
  readonly policy: 'allow' | 'ask'
  readonly isReadOnly: boolean
  readonly isAllowed: boolean
  /** An earlier answer covers it, where one may. */
  readonly isRemembered: boolean
  /** The agent waits for it before it goes on. */
  readonly isAwaited: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('reads private', 'reads', 'fetches', 'writes', 'server'),
  policy: fc.constantFrom('allow', 'ask'),
  isReadOnly: fc.boolean(),
  isAllowed: fc.boolean(),
  isRemembered: fc.boolean(),
  isAwaited: fc.boolean(),
})

function toolOf({ kind, policy, isReadOnly }: Step): GuardedTool {
  const isServer = kind === 'server'
  return {
    definition: {
      name: kind,
      title: kind,
      description: '',
      inputSchema: {},
      origin: isServer ? { kind: 'server', server: 'S' } : { kind: 'packaged', file: 'x.ts' },
      needsIdentity: isServer || kind === 'reads private',
      annotations: {
        readOnlyHint: kind !== 'writes' && (!isServer || isReadOnly),
        destructiveHint: false,
        openWorldHint: kind === 'fetches',
        idempotentHint: false,
      },
      scope: 'mcp:read',
    },
    policy: isServer ? policy : null,
    serverName: isServer ? 'S' : null,
    target: null,
    isAboutTools: false,
  }
}

it('lets nothing out unseen, in any order of calls and answers', async () => {
  let outwardRuns = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.scheduler(), async (steps, scheduler) => {
      let taint: Taint = { hasPrivate: false, untrusted: [] }
      /** By call: whether a person has seen it. */
      const seen = new Set<string>()
      const gateFor = (one: Step): RunGate => ({
        runId: 'r',
        conversationId: 'c',
        taint: () => taint,
        mark: ({ hasPrivate, untrusted }) => {
          taint = {
            hasPrivate: taint.hasPrivate || hasPrivate === true,
            untrusted: untrusted === undefined ? taint.untrusted : [...taint.untrusted, untrusted],
          }
        },
        approve: async (request): Promise<ApprovalDecision> => {
          const isRemembered = one.isRemembered && request.choices.length > 1
          await scheduler.schedule(Promise.resolve(), request.callId)
          if (isRemembered) return { isAllowed: true, choice: 'always', isRemembered }
          seen.add(request.callId)
          return one.isAllowed ? { isAllowed: true, choice: 'once' } : { isAllowed: false, why: 'rejected' }
        },
        consent: async () => ({ isAllowed: true, choice: 'once' }),
        question: async () => null,
      })
      const going: Promise<void>[] = []
      const run = async () => {
        for (const [at, one] of steps.entries()) {
          const callId = String(at)
          const isOutward = one.kind === 'server' || one.kind === 'fetches'
          let wasBoth = false
          const gate = gateFor(one)
          const call = passApproval(
            toolOf(one),
            {},
            {
              callId,
              caller: { actor: 'agent:deep', user: null },
              // What had been read at the moment at which the call begins, before it adds its own.
              run: {
                ...gate,
                mark: (read) => {
                  wasBoth = taint.hasPrivate && taint.untrusted.length > 0
                  gate.mark(read)
                },
              },
            },
          ).then(({ refusal }) => {
            if (refusal !== null || !isOutward) return
            outwardRuns++
            if (wasBoth) expect(seen.has(callId)).toBe(true)
          })
          going.push(call)
          if (one.isAwaited) await call
        }
      }
      await scheduler.waitFor(run().then(() => Promise.all(going)))
    }),
    { numRuns: 500 },
  )
  // Something did go out: a rule that lets nothing run would pass too.
  expect(outwardRuns).toBeGreaterThan(100)
})
