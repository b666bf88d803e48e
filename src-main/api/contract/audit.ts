/** The audit log: every tool call, without its arguments. */
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'

export const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  /** 'window', 'cli', 'agent:quick', 'mcp:Claude Desktop'. */
  actor: z.string(),
  tool: z.string(),
  server: z.string().nullable(),
  ok: z.boolean(),
  errorCode: z.string().nullable(),
  durationMs: z.number(),
  argsBytes: z.number(),
  resultBytes: z.number(),
  /** What let the caller in, and its label where it has one; null for the person's own windows. */
  credential: z.object({ kind: z.string(), label: z.string().nullable() }).nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

export const auditFilter = z.object({
  actor: z.string().optional(),
  tool: z.string().optional(),
  outcome: z.enum(['ok', 'failed']).optional(),
  /** Local days of the person, both ends included. */
  fromDate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  toDate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
})
export type AuditFilter = z.infer<typeof auditFilter>

export const auditContract = {
  /** Newest first; `before` is the id of the last row of the page before. */
  list: oc
    .input(
      auditFilter.extend({
        before: z.number().int().optional(),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ rows: z.array(auditRow), total: z.number(), more: z.boolean() })),
  /** Callers and tools that occur, for the filters. */
  facets: oc.output(z.object({ actors: z.array(z.string()), tools: z.array(z.string()) })),
  /** The whole filtered log in pieces of text, oldest first. */
  export: oc
    .input(auditFilter.extend({ format: z.enum(['csv', 'json']) }))
    .output(eventIterator(z.object({ text: z.string(), rows: z.number() }))),
  /** Walks the hash chain: whether any row was changed, taken out or moved since it was written. */
  verify: oc.output(z.object({ ok: z.boolean(), rows: z.number(), brokenAt: z.number().nullable() })),
}
