/** What gives a connection the access token of an OAuth server (auth: 'oauth'), and takes what the server says of it. */
import type { AuthProvider } from '@modelcontextprotocol/client'
import type { ServerEntry, ServerValues } from './server-entry.ts'
import type { ServerError } from './server-status.ts'

/** A 401 of the server, as the transport hands it on. */
export type UnauthorizedContext = Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0]

/**
 * Goes to the SDK's transports as `authProvider`. It never opens a browser: what only a person can mend is a ServerError
 * `unauthorized`, and the person's click is login/logins.ts `start`.
 */
export interface ServerAuth extends AuthProvider {
  /** Refreshes, when the server's authorization server is still the one that issued. Rejects with ServerError. */
  onUnauthorized(context: UnauthorizedContext): Promise<void>
  /**
   * For the transport's InsufficientScopeError (403 `insufficient_scope`): the next login asks for these scopes too.
   * Gives the error to show; `unauthorized` where a login can help.
   */
  onInsufficientScope(challenge: { readonly requiredScope?: string | undefined }): ServerError
}

export type AuthFor = (entry: ServerEntry, values: ServerValues) => ServerAuth
