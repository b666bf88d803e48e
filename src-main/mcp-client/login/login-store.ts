/**
 * Credentials of logins, in the table mcp_login: one row an issuer, sealed. What one issuer gave is never found under
 * another, and tokens are good only for the address of the server that they were made for.
 */
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { mcpLogin } from '../../db/schema.ts'
import { createSeal, type SealFault } from '../../secrets/seal.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'

const KEY_NAME = 'server-key'

const storedLogin = z.object({
  /** The address that the person registered; after a change of it these tokens are nobody's. */
  serverUrl: z.string(),
  resource: z.string().nullable(),
  client: z.object({
    id: z.string(),
    /** Null for public clients, and for the person's own, whose secret is in the values of the server. */
    secret: z.string().nullable(),
    /** Of a dynamic registration: how it said the token endpoint is to be asked. */
    authMethod: z.string().nullable(),
    origin: z.enum(['person', 'document', 'dynamic']),
  }),
  /** Null after the issuer refused them. */
  tokens: z
    .object({
      access: z.string(),
      refresh: z.string().nullable(),
      scopes: z.array(z.string()),
      /** ISO instant by this computer's clock; null where the issuer did not say. */
      expiresAt: z.string().nullable(),
    })
    .nullable(),
  revocationEndpoint: z.string().nullable(),
  revocationMethods: z.array(z.string()),
})
export type StoredLogin = z.infer<typeof storedLogin>

export interface IssuedLogin extends StoredLogin {
  readonly issuer: string
}

type ServerKey = Pick<ServerEntry, 'id' | 'userId'>

export interface LoginStore {
  /** Newest first. Rows that were sealed under a lost key are left out. Rejects with ServerError `values_sealed`. */
  all(server: ServerKey): Promise<IssuedLogin[]>
  save(server: ServerKey, login: IssuedLogin): Promise<void>
  removeAll(server: ServerKey): Promise<void>
}

export interface LoginStoreOptions {
  readonly db: Database
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  readonly now?: () => Date
}

export function createLoginStore({ db, secrets, now = () => new Date() }: LoginStoreOptions): LoginStore {
  const seal = createSeal({ secrets, keyName: KEY_NAME, errorOf })
  const bound = (server: ServerKey, issuer: string) => `mcp_login:${server.userId}:${server.id}:${issuer}`
  const isOf = (server: ServerKey) => and(eq(mcpLogin.userId, server.userId), eq(mcpLogin.serverId, server.id))

  async function opened(server: ServerKey, issuer: string, sealed: Uint8Array): Promise<IssuedLogin | null> {
    try {
      return { ...storedLogin.parse(JSON.parse(await seal.open(sealed, bound(server, issuer)))), issuer }
    } catch (error) {
      // Out of reach is for now; everything else is for good, and the next login writes it anew.
      if (error instanceof SealedLoginError && error.isForNow) throw error
      return null
    }
  }

  return {
    async all(server) {
      const rows = await db.orm.select().from(mcpLogin).where(isOf(server)).orderBy(desc(mcpLogin.changedAt))
      const logins: IssuedLogin[] = []
      for (const { issuer, sealed } of rows) {
        const login = await opened(server, issuer, sealed)
        if (login !== null) logins.push(login)
      }
      return logins
    },
    async save(server, { issuer, ...login }) {
      const sealed = Buffer.from(await seal.seal(JSON.stringify(login), bound(server, issuer)))
      const changedAt = now()
      await db.orm
        .insert(mcpLogin)
        .values({ userId: server.userId, serverId: server.id, issuer, sealed, changedAt })
        .onConflictDoUpdate({
          target: [mcpLogin.userId, mcpLogin.serverId, mcpLogin.issuer],
          set: { sealed, changedAt },
        })
    },
    async removeAll(server) {
      await db.orm.delete(mcpLogin).where(isOf(server))
    },
  }
}

class SealedLoginError extends ServerError {
  readonly isForNow: boolean
  constructor(isForNow: boolean, cause: unknown) {
    super(
      {
        code: 'values_sealed',
        message: {
          en: 'The login of this server is out of reach, because the secret store does not answer.',
          zh: '无法取得此服务器的登录信息：密钥存储没有响应。',
        },
        hint: { en: 'Unlock the keychain and try again.', zh: '请解锁钥匙串后重试。' },
        details: [],
      },
      { cause },
    )
    this.isForNow = isForNow
  }
}

function errorOf(fault: SealFault, cause?: unknown): SealedLoginError {
  return new SealedLoginError(fault === 'out-of-reach', cause)
}
