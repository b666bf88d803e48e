/** The people of this hub, and what they and the acting person share with each other. */
import { create } from 'zustand'
import type { PersonView, ShareView } from '../../src-main/api/contract/people.ts'
import { client } from '../rpc/client.ts'

interface PeopleStore {
  /** Null until the first answer. */
  people: PersonView[] | null
  given: ShareView[]
  received: ShareView[]
  error: unknown
  load: () => Promise<void>
}

let request = 0

export const usePeople = create<PeopleStore>()((set) => ({
  people: null,
  given: [],
  received: [],
  error: null,
  load: async () => {
    const mine = ++request
    try {
      const [people, shares] = await Promise.all([client.people.list(), client.people.shares.list()])
      if (mine === request) set({ people, ...shares, error: null })
    } catch (error) {
      // What was known stays on screen; the page says that it could not be read again.
      if (mine === request) set({ error })
    }
  },
}))

/** Whether one has to say whose data it is. */
export function useHasSeveralPeople(): boolean {
  return usePeople((state) => (state.people?.length ?? 0) > 1)
}
