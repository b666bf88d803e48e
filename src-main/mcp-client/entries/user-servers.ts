/** A person's servers as the seed's endpoints see them (mcp-server/user-mcp.ts): by name, by address, never by command. */
import { defaultSettings, noValues, type RemoteTarget, type ServerEntry } from '../model/server-entry.ts'
import { type ServerStore, ServerStoreError } from '../model/server-store.ts'
import { isLoopback } from '../trust/address-warnings.ts'

export interface UserServersOptions {
  readonly store: Pick<ServerStore, 'list' | 'add' | 'update' | 'remove' | 'values'>
  /** What runs follows. */
  readonly entryChanged: (entry: ServerEntry) => Promise<void>
  readonly entryRemoved: (userId: number, id: string) => Promise<void>
}

interface Change {
  readonly name: string
  readonly url: string
  /** Undefined keeps the stored one while the address stays on the same origin; null removes it. */
  readonly token: string | null | undefined
  readonly enabled: boolean
  readonly order: number
}

type Outcome = { readonly refused: string } | null

export function createUserServers({ store, entryChanged, entryRemoved }: UserServersOptions) {
  /** One change at a time: two that add the same name would both find it free. */
  let changes: Promise<unknown> = Promise.resolve()
  function inTurn(change: () => Promise<Outcome>): Promise<Outcome> {
    const result = changes.then(change, change)
    changes = result.catch(() => {})
    return result
  }

  async function named(userId: number, name: string): Promise<ServerEntry | null> {
    return (await store.list(userId)).find((entry) => entry.name === name) ?? null
  }

  async function add(userId: number, { name, url, token, enabled, order }: Change): Promise<Outcome> {
    const bearer = token ?? null
    const host = URL.parse(url)?.hostname ?? ''
    const auth = bearer !== null ? 'bearer' : isLoopback(host) ? 'none' : 'oauth'
    const oauth = { clientId: null, scopes: null, redirectPort: null }
    const target: RemoteTarget = { kind: 'http', url, headerNames: [], auth, oauth }
    const values = { ...noValues, bearer }
    const origin = { kind: 'api' } as const
    const added = await store.add(userId, { slug: name, name, origin, target, settings: defaultSettings, values })
    // Switched on and not approved: it waits for the person, and nothing is sent anywhere before.
    await entryChanged(await store.update(userId, added.id, { enabled, position: order }))
    return null
  }

  async function change(userId: number, entry: ServerEntry, wanted: Change): Promise<Outcome> {
    const { target } = entry
    if (target.kind === 'stdio') return { refused: 'A server of this name runs a program; it is changed in the app.' }
    if (!isEditable(entry)) return { refused: 'A server of this name belongs to a file or a bundle.' }
    const { url, token, enabled, order } = wanted
    const before = await store.values(entry)
    // What was given to one host is not sent to another because a line was changed.
    const isMoved = URL.parse(url)?.origin !== URL.parse(target.url)?.origin
    const kept = isMoved ? noValues : before
    const bearer = token === undefined ? kept.bearer : token
    const auth = bearer !== null ? 'bearer' : target.auth === 'bearer' ? 'none' : target.auth
    const oauth = isMoved ? { ...target.oauth, clientId: null } : target.oauth
    const changed = await store.update(userId, entry.id, {
      target: { ...target, url, auth, oauth },
      values: { ...kept, bearer },
      enabled,
      position: order,
    })
    await entryChanged(changed)
    return null
  }

  return {
    async list(userId: number) {
      const entries = await store.list(userId)
      const remote = entries.flatMap((entry) =>
        entry.target.kind === 'stdio' ? [] : [{ entry, target: entry.target }],
      )
      return remote.map(({ entry: { name, enabled, position }, target: { url, auth } }) => ({
        name,
        url,
        enabled,
        order: position,
        hasToken: auth === 'bearer',
      }))
    },
    set: (userId: number, wanted: Change) =>
      inTurn(async () => {
        const entry = await named(userId, wanted.name)
        try {
          return await (entry === null ? add(userId, wanted) : change(userId, entry, wanted))
        } catch (error) {
          if (!(error instanceof ServerStoreError) || error.code === 'unknown_server') throw error
          return { refused: `${error.message} ${error.hint}` }
        }
      }),
    remove: (userId: number, name: string) =>
      inTurn(async () => {
        const entry = await named(userId, name)
        if (entry === null) return null
        if (entry.target.kind === 'stdio' || !isEditable(entry)) {
          return { refused: 'This server is removed in the app: it runs a program, or belongs to a file or a bundle.' }
        }
        await store.remove(userId, entry.id)
        await entryRemoved(userId, entry.id)
        return null
      }),
  }
}

const isEditable = ({ origin }: ServerEntry): boolean => !['file', 'bundle', 'companion'].includes(origin.kind)
