/** Apps that ask to be let in, and those that were. The answer is given in the app and nowhere else. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const scopeName = z.enum([
  'mcp:read',
  'mcp:write',
  'mcp:tools',
  'mcp:admin',
  'mcp:connect',
  'openid',
  'profile',
  'email',
  'offline_access',
])
export type ScopeName = z.infer<typeof scopeName>

export const consentView = z.object({
  id: z.string(),
  /** oauth: the full flow; login: the polling login of MCP_LOGIN_RESULT. */
  kind: z.enum(['oauth', 'login']),
  client: z.object({
    id: z.string(),
    /** What the app calls itself: plain text, cleaned, never proof. */
    name: z.string(),
    /** document: known by an https address whose host is `documentHost`. */
    kind: z.enum(['registered', 'document', 'own']),
    documentHost: z.string().nullable(),
  }),
  /** Where the answer is sent. */
  redirectHost: z.string(),
  /** A program on this computer receives the answer; which one cannot be known. */
  isLoopback: z.boolean(),
  scopes: z.array(scopeName),
  /** The same two digits pairs are shown in the browser that asked: "47 13". */
  code: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type ConsentView = z.infer<typeof consentView>

export const connectedAppView = z.object({
  /** The grant's id. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(['registered', 'document', 'own']),
  redirectHost: z.string(),
  scopes: z.array(z.string()),
  since: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastTool: z.string().nullable(),
})
export type ConnectedAppView = z.infer<typeof connectedAppView>

export const ownClientView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type OwnClientView = z.infer<typeof ownClientView>

export const consentsContract = {
  pending: oc.output(z.array(consentView)),
  /**
   * One answer per request; later ones are refused. `person`: whose data (public id; the asking page's person by
   * default, another only with their `chat` share). `scopes` may only narrow what was asked.
   */
  decide: oc
    .input(
      z.object({
        id: z.string(),
        allow: z.boolean(),
        person: z.string().optional(),
        scopes: z.array(scopeName).optional(),
      }),
    )
    .output(z.object({ decided: z.boolean() })),
}

export const appsContract = {
  /** Apps that may reach this person's data now. */
  list: oc.output(z.array(connectedAppView)),
  revoke: oc.input(z.object({ id: z.string() })).output(z.object({ revoked: z.boolean() })),
  /** Clients of the person's own for client_credentials: scripts and services without a browser. */
  own: {
    list: oc.output(z.array(ownClientView)),
    /** The secret is shown once. */
    create: oc
      .input(z.object({ name: z.string().trim().min(1).max(80), scopes: z.array(scopeName).min(1) }))
      .output(z.object({ clientId: z.string(), clientSecret: z.string(), view: ownClientView })),
    remove: oc.input(z.object({ id: z.string() })).output(z.object({ removed: z.boolean() })),
  },
}
