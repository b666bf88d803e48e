/** The people of this hub and what they share. */

import { readHoldings } from '../../profiles/person-holdings.ts'
import { ProfileError } from '../../profiles/profile-error.ts'
import type { Profile } from '../../profiles/profiles.ts'
import type { Share } from '../../profiles/sharing.ts'
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { PersonView, ShareView } from '../contract/people.ts'

async function personView({ services, profile }: RpcContext, person: Profile): Promise<PersonView> {
  const [hasRecords, hasGenotypes] = await Promise.all([
    services.health.hasRecords(person.id),
    services.genetics.hasGenotypes(person.id),
  ])
  return {
    id: person.publicId,
    name: person.name,
    isDefault: person.isDefault,
    isSelf: person.id === profile.id,
    hasRecords: hasRecords || hasGenotypes,
  }
}

/** A share as the page of one of the two shows it: the other's name beside what is granted. */
function shareView(share: Share, other: Profile): ShareView {
  return {
    person: { id: other.publicId, name: other.name },
    granted: share.granted,
    asked: share.asked,
    askedAt: share.askedAt?.toISOString() ?? null,
  }
}

export async function otherPerson({ services }: RpcContext, publicId: string): Promise<Profile> {
  const person = await services.profiles.byPublicId(publicId)
  if (person !== null) return person
  throw new ProfileError('unknown_profile', 'This person is not on this computer.', 'List the people in Settings.')
}

const list = api.people.list.handler(async ({ context }) => {
  const everyone = await context.services.profiles.list()
  return Promise.all(everyone.map((person) => personView(context, person)))
})

const create = api.people.create.handler(async ({ context, input }) => {
  const person = await context.services.profiles.create(input.name)
  context.services.events.publish('hub', { type: 'people-changed' })
  return personView(context, person)
})

const holdings = api.people.holdings.handler(async ({ context, input }) =>
  readHoldings(context.services.db, (await otherPerson(context, input.id)).id),
)

const remove = api.people.remove.handler(({ context, input }) =>
  context.services.personRemoval.remove({ publicId: input.id, name: input.name }),
)

const shares = {
  list: api.people.shares.list.handler(async ({ context }) => {
    const { profiles, sharing } = context.services
    const [everyone, given, received] = await Promise.all([
      profiles.list(),
      sharing.given(context.profile.id),
      sharing.received(context.profile.id),
    ])
    const byId = new Map(everyone.map((person) => [person.id, person]))
    const views = (rows: readonly Share[], otherId: (share: Share) => number) =>
      rows.flatMap((share) => {
        const other = byId.get(otherId(share))
        return other === undefined ? [] : [shareView(share, other)]
      })
    return {
      given: views(given, (share) => share.viewerId),
      received: views(received, (share) => share.subjectId),
    }
  }),
  ask: api.people.shares.ask.handler(async ({ context, input }) => {
    const subject = await otherPerson(context, input.person)
    return shareView(await context.services.sharing.ask(context.profile.id, subject.id, input.levels), subject)
  }),
  set: api.people.shares.set.handler(async ({ context, input }) => {
    const viewer = await otherPerson(context, input.person)
    return shareView(await context.services.sharing.set(context.profile.id, viewer.id, input.levels), viewer)
  }),
}

export const peopleRoutes = { list, create, holdings, remove, shares }
