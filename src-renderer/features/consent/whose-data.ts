/** Whose data an app may be given: the person's own, and that of people who let this person ask in their name. Pure. */
import type { PersonView, ShareView } from '../../../src-main/api/contract/people.ts'

export interface DataOwner {
  readonly id: string
  readonly name: string
  readonly isSelf: boolean
}

export function dataOwners(people: readonly PersonView[], received: readonly ShareView[]): DataOwner[] {
  const self = people.filter((person) => person.isSelf).map(({ id, name }) => ({ id, name, isSelf: true }))
  const others = received
    .filter((share) => share.granted.chat === 'read')
    .map(({ person }) => ({ id: person.id, name: person.name, isSelf: false }))
  return [...self, ...others]
}
