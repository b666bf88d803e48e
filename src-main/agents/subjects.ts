/** Whom a conversation can be about: the person themself, and those who share their data with them. */
import { callerUser } from '../profiles/caller-user.ts'
import type { Profile, Profiles } from '../profiles/profiles.ts'
import type { Sharing } from '../profiles/sharing.ts'
import type { AgentUser, Subject } from './events.ts'

export interface SubjectView {
  /** Public id. */
  readonly id: string
  readonly name: string
  readonly isSelf: boolean
}

export interface Subjects {
  /** By public id; null is oneself. Null when the other does not share `chat`, or is not there: which, is not told. */
  subjectFor(user: AgentUser, publicId: string | null): Promise<Subject | null>
  /** By the id that a conversation holds. */
  subjectOf(user: AgentUser, subjectId: number | null): Promise<Subject | null>
  /** Oneself first, then the others by name. */
  list(user: AgentUser): Promise<SubjectView[]>
}

export function createSubjects(
  profiles: Pick<Profiles, 'get' | 'byPublicId'>,
  sharing: Pick<Sharing, 'mayActFor' | 'dataClassesFor' | 'received'>,
): Subjects {
  async function about(user: AgentUser, person: Profile | null): Promise<Subject | null> {
    if (person === null) return null
    if (person.id === user.id) return { user, name: person.name, dataClasses: null }
    if (!(await sharing.mayActFor(user.id, person.id))) return null
    const dataClasses = await sharing.dataClassesFor(user.id, person.id)
    // Null would mean everything, and that is for oneself alone.
    return { user: callerUser(person), name: person.name, dataClasses: dataClasses ?? [] }
  }

  const self = async (user: AgentUser): Promise<Subject> => ({
    user,
    name: (await profiles.get(user.id))?.name ?? '',
    dataClasses: null,
  })

  return {
    subjectFor: async (user, publicId) =>
      publicId === null || publicId === user.publicId ? self(user) : about(user, await profiles.byPublicId(publicId)),
    subjectOf: async (user, subjectId) =>
      subjectId === null || subjectId === user.id ? self(user) : about(user, await profiles.get(subjectId)),
    async list(user) {
      const shares = await sharing.received(user.id)
      const people = await Promise.all(
        shares.filter(({ granted }) => granted.chat === 'read').map(({ subjectId }) => profiles.get(subjectId)),
      )
      const others = people.flatMap((person) =>
        person === null ? [] : [{ id: person.publicId, name: person.name, isSelf: false }],
      )
      const { name } = await self(user)
      return [
        { id: user.publicId, name, isSelf: true },
        ...others.toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
      ]
    },
  }
}
