/** Tokens whose signature was found good. Computing it takes longer than the rest of a call, and clients call often. */
import { hash } from 'node:crypto'

export interface SignedClaims {
  readonly subject: string
  readonly jti: string
  /** Seconds since 1970, as in the token. */
  readonly expiresS: number
}

const MAX_HELD = 1_000

/** Holds digests, never tokens; another key than the last forgets them all. */
export class CheckedSignatures {
  #key: Uint8Array | null = null
  readonly #held = new Map<string, SignedClaims>()

  /** Undefined where the signature has to be computed, and where the token has expired at `at`. */
  find(token: string, key: Uint8Array, at: Date): SignedClaims | undefined {
    if (key !== this.#key) return undefined
    const claims = this.#held.get(digestOf(token))
    return claims !== undefined && claims.expiresS > Math.floor(at.getTime() / 1000) ? claims : undefined
  }

  keep(token: string, key: Uint8Array, claims: SignedClaims): void {
    if (key !== this.#key || this.#held.size >= MAX_HELD) this.#held.clear()
    this.#key = key
    this.#held.set(digestOf(token), claims)
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64')
}
