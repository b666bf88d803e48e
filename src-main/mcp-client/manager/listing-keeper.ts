/** The last good list of one server: in memory, and in the store for the next start. */
import type { Logger } from '../../log/logger.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import type { ServerListing } from '../model/server-status.ts'
import type { ServerStore } from '../model/server-store.ts'

export interface ListingKeeper {
  current(): ServerListing | null
  /** From the store, unless the server has answered meanwhile. True when there is one now that was not there before. */
  load(entry: ServerEntry): Promise<boolean>
  /** True when it is another than before. Keeps it in the store too. */
  accept(entry: ServerEntry, listing: ServerListing): boolean
  forget(): void
}

export function createListingKeeper(store: Pick<ServerStore, 'listing' | 'setListing'>, log: Logger): ListingKeeper {
  let listing: ServerListing | null = null
  let text: string | null = null
  let writing: Promise<void> = Promise.resolve()

  async function keep(entry: ServerEntry, kept: ServerListing): Promise<void> {
    try {
      await store.setListing(entry, kept)
    } catch (error) {
      log.warn('a list of a server was not kept for the next start', { server: entry.slug, error: String(error) })
    }
  }

  return {
    current: () => listing,
    async load(entry) {
      let stored: ServerListing | null
      try {
        stored = await store.listing(entry)
      } catch (error) {
        log.warn('the last list of a server could not be read', { server: entry.slug, error: String(error) })
        return false
      }
      if (listing !== null || stored === null) return false
      listing = stored
      text = comparable(stored)
      return true
    },
    accept(entry, fresh) {
      const before = text
      listing = fresh
      text = comparable(fresh)
      if (text === before) return false
      // One write after the other, so that the last list is the one that stays.
      writing = writing.then(() => keep(entry, fresh))
      return true
    },
    forget() {
      listing = null
      text = null
    },
  }
}

function comparable({ listedAt: _at, ...listing }: ServerListing): string {
  return JSON.stringify(listing)
}
