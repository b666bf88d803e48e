/** The contract bound to its context, and how service errors become answers that a page can show. */
import { implement, ORPCError } from '@orpc/server'
import { callerUser } from '../profiles/caller-user.ts'
import type { Profile } from '../profiles/profiles.ts'
import type { Caller } from '../registry/types.ts'
import type { RpcContext } from './context.ts'
import { contract } from './contract/index.ts'

/** Errors of our services carry a code and a hint; whatever else is thrown stays internal. */
interface ToldError {
  code: string
  message: string
  hint: string
}

function isTold(error: unknown): error is Error & ToldError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'hint' in error &&
    typeof error.hint === 'string'
  )
}

/** Public id of the person that a page or window acts as, sent with each call. */
const PERSON_HEADER = 'x-mirohub-person'

/**
 * Who acts in this call. One pipe shows several people in turn, so each call names its own; one that names nobody acts
 * as the person the pipe was opened for. Read afresh, since people are renamed and removed while pipes stay open.
 */
async function actingPerson({ reqHeaders, profile, services }: RpcContext): Promise<Profile> {
  const named = reqHeaders?.get(PERSON_HEADER) ?? null
  const person = named === null ? await services.profiles.get(profile.id) : await services.profiles.byPublicId(named)
  if (person !== null) return person
  throw new ORPCError('NOT_FOUND', {
    message: 'This person is not on this computer any more.',
    data: { code: 'unknown_person', hint: 'Choose another person.' },
  })
}

export const api = implement(contract)
  .$context<RpcContext>()
  .use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      if (error instanceof ORPCError || !isTold(error)) throw error
      throw new ORPCError('BAD_REQUEST', {
        message: error.message,
        data: { code: error.code, hint: error.hint },
        cause: error,
      })
    }
  })
  .use(async ({ context, next }) => next({ context: { profile: await actingPerson(context) } }))

/** Refuses what only the owner's own processes may ask. */
export function requireOwner(context: RpcContext, what: string): void {
  if (context.reach === 'owner') return
  throw new ORPCError('FORBIDDEN', {
    message: `${what} is for the desktop window and the command line, not for a browser page.`,
  })
}

/** The person behind a window or command line, as the registry wants to know them. The person themself may do all. */
export function callerOf(context: RpcContext): Caller {
  return { actor: context.actor, user: callerUser(context.profile), scopes: null }
}
