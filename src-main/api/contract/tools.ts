/** The Tools page: list, switch, run. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const toolView = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  origin: z.union([
    z.object({ kind: z.enum(['packaged', 'personal']), file: z.string() }),
    z.object({ kind: z.literal('server'), server: z.string() }),
  ]),
  needsIdentity: z.boolean(),
  readOnly: z.boolean(),
  enabled: z.boolean(),
  /** Why connected apps do not see it now, in a sentence; null when they do. */
  hidden: z.string().nullable(),
})
export type ToolView = z.infer<typeof toolView>

export const toolRun = z.union([
  z.object({
    ok: z.literal(true),
    success: z.boolean(),
    result: z.unknown(),
    text: z.string(),
    notice: z.string().optional(),
    durationMs: z.number(),
  }),
  z.object({
    ok: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string() }),
    durationMs: z.number(),
  }),
])
export type ToolRunView = z.infer<typeof toolRun>

export const toolsContract = {
  list: oc.output(z.object({ tools: z.array(toolView), warnings: z.array(z.string()) })),
  setEnabled: oc.input(z.object({ name: z.string(), enabled: z.boolean() })).output(z.object({ enabled: z.boolean() })),
  /** One call through the registry. Aborting the request cancels the tool. */
  run: oc.input(z.object({ name: z.string(), args: z.unknown() })).output(toolRun),
}
