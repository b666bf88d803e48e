/** Questions that wait for the person: may this tool run, a form or an address of a server, text for a model. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const questionView = z.object({
  id: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  question: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('tool'), server: z.string(), tool: z.string(), args: z.unknown(), actor: z.string() }),
    z.object({
      kind: z.literal('form'),
      server: z.string(),
      message: z.string(),
      schema: z.record(z.string(), z.unknown()),
    }),
    z.object({ kind: z.literal('url'), server: z.string(), message: z.string(), url: z.string() }),
    z.object({ kind: z.literal('sampling'), server: z.string(), params: z.record(z.string(), z.unknown()) }),
  ]),
})
export type QuestionView = z.infer<typeof questionView>

export const questionAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tool'), allow: z.boolean(), always: z.boolean().optional() }),
  z.object({
    kind: z.literal('form'),
    action: z.enum(['accept', 'decline', 'cancel']),
    content: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ kind: z.literal('url'), action: z.enum(['accept', 'decline', 'cancel']) }),
  z.object({ kind: z.literal('sampling'), allow: z.boolean(), text: z.string().optional() }),
])
export type QuestionAnswer = z.infer<typeof questionAnswer>

export const questionsContract = {
  list: oc.output(z.array(questionView)),
  /** False: it does not wait any more. */
  answer: oc.input(z.object({ id: z.string(), answer: questionAnswer })).output(z.object({ taken: z.boolean() })),
}
