/** Which MCP clients were heard since the hub started, by either endpoint: the proof that a connection works. */

export interface HeardRequest {
  /** As the client names itself, else its user agent. Not checked. */
  readonly name: string
  readonly version: string | null
  readonly via: 'http' | 'stdio'
  /** Who holds the credential; null: it showed none. */
  readonly userId: number | null
  /** Caller.credential: 'token:<id>', 'oauth:<grant>', 'personal-url:<id>', 'agent-url'; null for none. */
  readonly credential: string | null
  /** Label of the token or address, name of the app. */
  readonly label: string | null
  readonly protocol: string | null
}

export type CredentialKind = 'token' | 'app' | 'personal-url' | 'agent-url' | 'owner' | 'none'

/** A row of the Connect page, as `HeardClient` of its contract. Times are ISO. */
export interface ClientActivityRow {
  readonly name: string
  readonly version: string | null
  readonly via: 'http' | 'stdio'
  readonly credential: CredentialKind
  readonly credentialLabel: string | null
  readonly firstAt: string
  readonly lastAt: string
  /** Since the hub started. */
  readonly requests: number
  readonly protocol: string | null
}

export interface ClientActivity {
  heard(request: HeardRequest): void
  /** The person's clients, and those that showed no credential; the last heard first. */
  list(userId: number): ClientActivityRow[]
}

export interface ClientActivityOptions {
  readonly now: () => Date
  /** At most once a second, and always after the last change. */
  readonly onChanged: () => void
}

const MAX_CLIENTS = 200
const CHANGED_EVERY_MS = 1_000
const MAX_NAME = 80

interface Entry {
  readonly request: HeardRequest
  readonly firstAt: Date
  readonly lastAt: Date
  readonly requests: number
  readonly protocol: string | null
}

export function createClientActivity({ now, onChanged }: ClientActivityOptions): ClientActivity {
  /** The longest unheard first: a Map keeps the order of insertion, and who is heard is inserted again. */
  const entries = new Map<string, Entry>()
  let quiet: NodeJS.Timeout | null = null
  let changedMeanwhile = false
  const tell = () => {
    if (quiet !== null) {
      changedMeanwhile = true
      return
    }
    quiet = setTimeout(() => {
      quiet = null
      if (changedMeanwhile) tell()
    }, CHANGED_EVERY_MS).unref()
    changedMeanwhile = false
    onChanged()
  }
  return {
    heard(said) {
      const request = {
        ...said,
        name: plain(said.name) || 'unnamed client',
        version: said.version && plain(said.version),
      }
      const key = [request.name, request.version, request.via, request.userId, request.credential].join('\n')
      const at = now()
      const known = entries.get(key)
      entries.delete(key)
      const protocol = said.protocol === null ? null : plain(said.protocol)
      entries.set(key, {
        request,
        firstAt: known?.firstAt ?? at,
        lastAt: at,
        requests: (known?.requests ?? 0) + 1,
        protocol: protocol ?? known?.protocol ?? null,
      })
      const [oldest] = entries.keys()
      if (entries.size > MAX_CLIENTS && oldest !== undefined) entries.delete(oldest)
      tell()
    },
    list(userId) {
      const own = [...entries.values()].filter(({ request }) => request.userId === userId || request.userId === null)
      return own.reverse().map(({ request, firstAt, lastAt, requests, protocol }) => ({
        name: request.name,
        version: request.version,
        via: request.via,
        credential: credentialKind(request),
        credentialLabel: request.label,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        requests,
        protocol,
      }))
    },
  }
}

function credentialKind({ credential, via, userId }: HeardRequest): CredentialKind {
  const kind = credential?.split(':')[0]
  if (kind === 'token' || kind === 'personal-url' || kind === 'agent-url') return kind
  if (kind === 'oauth') return 'app'
  return via === 'stdio' && userId !== null ? 'owner' : 'none'
}

/** One line of a page: no controls, no marks that turn text around, and not longer than a line. */
function plain(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, MAX_NAME)
}
