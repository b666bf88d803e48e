/** OAuth scopes in plain words: what an app with one of them can do here. */
import type { ScopeName } from '../../../src-main/api/contract/consents.ts'

/** Names of the words; a scope's own name holds a colon, which the translations read as something else. */
const wordsOf = {
  'mcp:read': 'read',
  'mcp:write': 'write',
  'mcp:tools': 'tools',
  'mcp:admin': 'admin',
  'mcp:connect': 'connect',
  openid: 'openid',
  profile: 'profile',
  email: 'email',
  offline_access: 'offline',
} as const satisfies Record<ScopeName, string>

export type ScopeWords = (typeof wordsOf)[ScopeName]

const isScope = (scope: string): scope is ScopeName => Object.hasOwn(wordsOf, scope)

/** The words of a scope; null for one that we do not know, which is shown as it is. */
export function scopeWords(scope: string): ScopeWords | null {
  return isScope(scope) ? wordsOf[scope] : null
}

const known: readonly string[] = Object.keys(wordsOf)

/** What it may do to data first, then what it learns of the person; what we do not know last. */
export function inOrder<Scope extends string>(scopes: readonly Scope[]): Scope[] {
  const place = (scope: string) => (known.includes(scope) ? known.indexOf(scope) : known.length)
  return [...scopes].sort((a, b) => place(a) - place(b))
}

/** What a scope holds besides itself; the registry's own rule (`holdsScope`). */
const covers: Readonly<Partial<Record<ScopeName, readonly ScopeName[]>>> = {
  'mcp:write': ['mcp:read'],
  'mcp:tools': ['mcp:read', 'mcp:write'],
  'mcp:admin': ['mcp:read', 'mcp:write', 'mcp:tools'],
}

/** The chosen scope that a scope comes with, so that nobody believes to have taken away what another one still gives. */
export function comesWith(scope: ScopeName, chosen: readonly ScopeName[]): ScopeName | null {
  return inOrder(chosen).findLast((one) => covers[one]?.includes(scope)) ?? null
}

/** What is switched on when an app asks: all of it but the one that reaches everything, which many ask for unread. */
export function firstChoice(asked: readonly ScopeName[]): ScopeName[] {
  const narrower = asked.filter((scope) => scope !== 'mcp:admin')
  return narrower.length > 0 ? narrower : [...asked]
}
