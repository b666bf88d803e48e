/** The OAuth logins of external servers, kept in the database. */
import type { Database } from '../../db/database.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import { createLoginService, type LoginServiceOptions, type Logins } from './login-service.ts'
import { createLoginStore } from './login-store.ts'

export type { LoginStatus, Logins } from './login-service.ts'

export interface LoginsOptions extends Omit<LoginServiceOptions, 'store'> {
  readonly db: Database
  /** Holds the key that the logins are sealed with. */
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
}

export function createLogins({ db, secrets, ...options }: LoginsOptions): Logins {
  return createLoginService({ ...options, store: createLoginStore({ db, secrets, now: options.now }) })
}
