/** oidc-provider's storage on our tables. */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { OauthClients } from '../../profiles/oauth-clients.ts'
import type { OauthGrants } from '../../profiles/oauth-grants.ts'
import type { OauthItems } from '../../profiles/oauth-items.ts'

export interface AdapterStores {
  readonly items: OauthItems
  readonly clients: Pick<OauthClients, 'find' | 'register'>
  readonly grants: Pick<OauthGrants, 'markRevoked'>
  /** What a code or refresh token that comes a second time is answered with. */
  readonly alreadyUsed: () => Error
}

const none = async () => undefined

export function createAdapter(kind: string, stores: AdapterStores): Adapter {
  if (kind === 'Client') return clientAdapter(stores)
  if (kind === 'Session') return noSessions
  return itemAdapter(kind, stores)
}

/** A browser is never remembered: each authorization is decided by itself, so sessions last one request. */
const noSessions: Adapter = {
  upsert: none,
  find: none,
  findByUid: none,
  findByUserCode: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
}

function clientAdapter({ clients }: AdapterStores): Adapter {
  return {
    ...noSessions,
    upsert: (id, payload) => clients.register(id, { ...payload }),
    // A document is fetched anew while it can be: what is remembered of it is for document-fetch.ts alone.
    find: async (id) => {
      const client = await clients.find(id)
      return client === null || client.kind === 'document' ? undefined : client.metadata
    },
  }
}

function itemAdapter(kind: string, { items, grants, alreadyUsed }: AdapterStores): Adapter {
  return {
    upsert: (id, payload, expiresInS) => items.put(kind, id, asRecord(payload), expiresInS),
    find: async (id) => (await items.find(kind, id)) ?? undefined,
    findByUid: none,
    findByUserCode: none,
    async consume(id) {
      if (await items.consume(kind, id)) return
      // Two at the same moment: one of them is not the client, so neither keeps anything (RFC 9700 2.2.2, 4.14.2).
      const item = await items.find(kind, id)
      if (typeof item?.grantId === 'string') {
        await items.destroyGrant(item.grantId)
        await grants.markRevoked(item.grantId)
      }
      throw alreadyUsed()
    },
    async destroy(id) {
      if (kind !== 'Grant') return items.destroy(kind, id)
      await items.destroyGrant(id)
      await grants.markRevoked(id)
    },
    revokeByGrantId: (grantId) => items.destroyKindOfGrant(kind, grantId),
  }
}

function asRecord(payload: AdapterPayload): Record<string, unknown> {
  return { ...payload }
}
