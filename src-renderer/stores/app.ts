/** Who uses the app and what is installed: `app.info`, kept fresh. */
import { create } from 'zustand'
import type { AppInfo, ProfileView } from '../../src-main/api/contract/app.ts'
import { actingPerson } from '../rpc/acting-person.ts'
import { client } from '../rpc/client.ts'
import { switchPerson } from './switch-person.ts'

export type ProfilePatch = Partial<
  Pick<ProfileView, 'name' | 'timeZone' | 'language' | 'units' | 'theme' | 'preferences'>
>

interface AppStore {
  info: AppInfo | null
  /** Why `info` could not be read, while there is none. */
  error: unknown
  load: () => Promise<void>
  /** Shows the change at once, and takes it back and throws when the hub refuses it. */
  updateProfile: (patch: ProfilePatch) => Promise<void>
}

export const useApp = create<AppStore>()((set, get) => ({
  info: null,
  error: null,
  load: async () => {
    try {
      set({ info: await client.app.info(), error: null })
    } catch (error) {
      // The person this window acts for was removed: back to the default one, with nothing of theirs left on screen.
      if (actingPerson() !== null && isUnknownPerson(error)) switchPerson(null)
      else if (!get().info) set({ error })
    }
  },
  updateProfile: async (patch) => {
    const before = get().info
    if (before) set({ info: { ...before, profile: { ...before.profile, ...patch } } })
    try {
      const profile = await client.app.updateProfile(patch)
      const info = get().info
      if (info) set({ info: { ...info, profile } })
    } catch (error) {
      if (before) set({ info: before })
      throw error
    }
  },
}))

/** `app.info` asks for nothing but the acting person, so nothing else can be missing. */
function isUnknownPerson(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'NOT_FOUND'
}
