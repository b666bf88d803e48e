/** How often the open doors of the authorization server may be knocked at. In memory: a restart forgives. */
import { RateLimiterMemory } from 'rate-limiter-flexible'

export interface OauthLimits {
  /** Registrations a minute. */
  readonly registrations: number
  /** Authorizations begun a minute, by who asks and over all: one asker alone does not use up what there is. */
  readonly authorizationsPerAsker: number
  readonly authorizations: number
  /** Requests with a wrong code, token or secret a minute, by client id and over all. */
  readonly failuresPerClient: number
  readonly failures: number
}

export const OAUTH_LIMITS: OauthLimits = {
  registrations: 30,
  authorizationsPerAsker: 60,
  authorizations: 480,
  failuresPerClient: 20,
  failures: 300,
}

const MINUTE_S = 60
/** Everybody comes from this computer, or through one tunnel: addresses tell nobody apart. */
const EVERYBODY = 'everybody'

/** Null when it may go on, else the seconds to wait, for Retry-After. */
type Verdict = number | null

export interface LimitKeeper {
  registration(): Promise<Verdict>
  /** `asker`: a client's id or the host of its document; '' for all that are unknown. */
  authorization(asker: string): Promise<Verdict>
  /** Asks without counting. */
  failuresOf(clientId: string): Promise<Verdict>
  countFailure(clientId: string): Promise<void>
}

export function createLimitKeeper(limits: OauthLimits = OAUTH_LIMITS): LimitKeeper {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_S })
  const registrations = limiter(limits.registrations)
  const authorizationsOfOne = limiter(limits.authorizationsPerAsker)
  const authorizations = limiter(limits.authorizations)
  const perClient = limiter(limits.failuresPerClient)
  const all = limiter(limits.failures)

  const spend = async (from: RateLimiterMemory, key: string): Promise<Verdict> => {
    try {
      await from.consume(key)
      return null
    } catch (rejected) {
      return secondsOf(rejected)
    }
  }
  const spent = async (from: RateLimiterMemory, key: string): Promise<Verdict> => {
    const state = await from.get(key)
    return state === null || state.consumedPoints < from.points ? null : secondsOf(state)
  }

  return {
    registration: () => spend(registrations, EVERYBODY),
    async authorization(asker) {
      // Asked first without counting: names of strangers are not kept beyond what all together may use.
      const all = await spent(authorizations, EVERYBODY)
      return all ?? (await spend(authorizationsOfOne, keyOf(asker))) ?? spend(authorizations, EVERYBODY)
    },
    failuresOf: async (clientId) => (await spent(perClient, keyOf(clientId))) ?? (await spent(all, EVERYBODY)),
    async countFailure(clientId) {
      await Promise.all([spend(perClient, keyOf(clientId)), spend(all, EVERYBODY)])
    },
  }
}

/** Client ids are strangers' text; what is kept of one is short. */
const keyOf = (clientId: string) => clientId.slice(0, 128)

function secondsOf(state: unknown): number {
  const ms =
    typeof state === 'object' && state !== null && 'msBeforeNext' in state ? state.msBeforeNext : MINUTE_S * 1000
  return Math.max(1, Math.ceil((typeof ms === 'number' ? ms : MINUTE_S * 1000) / 1000))
}
