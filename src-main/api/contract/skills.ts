/** Skills: what there is, what it says, and what a person decides about it. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const skillFile = z.object({
  path: z.string(),
  bytes: z.number(),
  kind: z.enum(['instructions', 'script', 'text', 'binary']),
})

export const skillView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  /** What it needs to work, in its author's words. */
  compatibility: z.string().nullable(),
  author: z.string().nullable(),
  origin: z.enum(['packaged', 'personal', 'directory']),
  dir: z.string(),
  enabled: z.boolean(),
  review: z.enum(['reviewed', 'new', 'changed']),
  files: z.array(skillFile),
  hash: z.string(),
  deniedAgents: z.array(z.string()),
  /** Denied by the configuration: no switch changes that. */
  fixedAgents: z.array(z.string()),
  error: z.string().nullable(),
})
export type SkillView = z.infer<typeof skillView>

const one = z.object({ id: z.string() })

export const skillsContract = {
  list: oc.output(z.object({ skills: z.array(skillView), dir: z.string() })),
  file: oc.input(one.extend({ path: z.string() })).output(z.object({ text: z.string().nullable(), bytes: z.number() })),
  /** From an upload (a zip), or a folder or zip of this computer (desktop and command line). Installed switched off. */
  install: oc.input(z.object({ upload: z.string().optional(), path: z.string().optional() })).output(one),
  remove: oc.input(one).output(z.object({})),
  approve: oc.input(one.extend({ hash: z.string() })).output(z.object({})),
  setEnabled: oc.input(one.extend({ enabled: z.boolean() })).output(z.object({})),
  setDenied: oc.input(one.extend({ agents: z.array(z.enum(['DEEP', 'BASE'])) })).output(z.object({})),
}
