/** All that the authorization server keeps, over one database: items, clients, grants, and the check of tokens. */
import type { Database } from '../db/database.ts'
import { type ClientLimits, createOauthClients, type OauthClients } from './oauth-clients.ts'
import { createOauthGrants, type OauthGrants } from './oauth-grants.ts'
import { createOauthItems, type OauthItems } from './oauth-items.ts'
import { createOauthTokens, type OauthTokens } from './oauth-tokens.ts'

export interface OauthStore {
  readonly items: OauthItems
  readonly clients: OauthClients
  readonly grants: OauthGrants
  readonly tokens: OauthTokens
}

export interface OauthStoreOptions {
  readonly db: Database
  readonly now: () => Date
  /** Whether `viewerId` may ask in the name of `subjectId`: their `chat` share. */
  readonly mayActFor: (viewerId: number, subjectId: number) => Promise<boolean>
  /** Grants came or went. */
  readonly onChanged: () => void
  readonly clientLimits?: ClientLimits
}

export function createOauthStore({ db, now, mayActFor, onChanged, clientLimits }: OauthStoreOptions): OauthStore {
  const onGone = () => tokens.forget()
  const items = createOauthItems({ db, onGone })
  const clients = createOauthClients({ db, now, limits: clientLimits, onGone })
  const grants = createOauthGrants({ db, items, now, onChanged })
  const tokens = createOauthTokens({ db, grants, mayActFor })
  return { items, clients, grants, tokens }
}
