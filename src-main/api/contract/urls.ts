/** Personal MCP addresses: they carry their own key, for clients that cannot send a header. Off until turned on. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const personalUrlView = z.object({
  id: z.string(),
  label: z.string(),
  /** Whose data it opens. */
  person: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The client that used it last, as it named itself. */
  lastClient: z.string().nullable(),
  /** expired, revoked, or blocked: the share it stands on was taken back. */
  state: z.enum(['live', 'expired', 'revoked', 'blocked']),
})
export type PersonalUrlView = z.infer<typeof personalUrlView>

export const urlsContract = {
  state: oc.output(z.object({ enabled: z.boolean(), urls: z.array(personalUrlView) })),
  /** Turning it off makes every address of this person answer like no address at all, until it is on again. */
  setEnabled: oc.input(z.object({ enabled: z.boolean() })).output(z.object({ enabled: z.boolean() })),
  /** The address for this person's data, or another's who shared it: the same one again until it is revoked. */
  ensure: oc
    .input(z.object({ person: z.string().optional() }))
    .output(z.object({ url: z.string(), view: personalUrlView })),
  reveal: oc.input(z.object({ id: z.string() })).output(z.object({ url: z.string() })),
  rename: oc.input(z.object({ id: z.string(), label: z.string().trim().max(80) })).output(personalUrlView),
  revoke: oc.input(z.object({ id: z.string() })).output(z.object({ revoked: z.boolean() })),
}
