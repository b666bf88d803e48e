/** The people of this hub, and what each lets the others read. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

const person = z.object({ id: z.string().describe('public id'), name: z.string() })

const level = z.enum(['none', 'read'])
/** chat: ask questions and make an address in that person's name; health and genetics: which data answers may hold. */
export const shareLevels = z.object({ chat: level, health: level, genetics: level })
export type ShareLevelsView = z.infer<typeof shareLevels>

export const personView = person.extend({
  isDefault: z.boolean(),
  /** The person whose page this is. */
  isSelf: z.boolean(),
  hasRecords: z.boolean(),
})
export type PersonView = z.infer<typeof personView>

export const shareView = z.object({
  person,
  granted: shareLevels,
  /** Waits for an answer; null when nothing was asked. */
  asked: shareLevels.nullable(),
  askedAt: z.string().nullable(),
})
export type ShareView = z.infer<typeof shareView>

/** Counted, for the question before a person is removed. */
export const personHoldings = z.object({
  /** Records that their imports stored. */
  records: z.number(),
  files: z.number(),
  chats: z.number(),
  /** Tokens, personal addresses and connected apps that still work. */
  access: z.number(),
})

export const peopleContract = {
  list: oc.output(z.array(personView)),
  create: oc.input(z.object({ name: z.string().trim().min(1).max(80) })).output(personView),
  /** What `remove` would take. */
  holdings: oc.input(z.object({ id: z.string() })).output(personHoldings),
  /** Deletes a person with everything that is theirs. `name` must be typed as it is shown. Never the default person. */
  remove: oc.input(z.object({ id: z.string(), name: z.string() })).output(z.object({ removedRows: z.number() })),
  shares: {
    /** `given`: who may read this person's data or asks to; `received`: what this person may read or has asked for. */
    list: oc.output(z.object({ given: z.array(shareView), received: z.array(shareView) })),
    /** Asks another person; they answer in their own view of the app. All 'none' takes the question back. */
    ask: oc.input(z.object({ person: z.string(), levels: shareLevels })).output(shareView),
    /** Sets what another person may read of this person's data; answers a question that waits. */
    set: oc.input(z.object({ person: z.string(), levels: shareLevels })).output(shareView),
  },
}
