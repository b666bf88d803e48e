/** The operating system's keychain as the hub asks it: one question at a time, each with an end. */
import type { SecretErrorCode } from './secret-store.ts'

export type KeychainQuestion =
  | { readonly op: 'get' | 'delete'; readonly account: string }
  | { readonly op: 'set'; readonly account: string; readonly value: string }

export interface Keychain {
  /**
   * The value for `get`, null where there is none; null for the others.
   * @throws SecretError 'unavailable', 'locked', 'refused'; 'silent' when no answer came within `limitMs`.
   */
  ask(question: KeychainQuestion, limitMs: number): Promise<string | null>
  close(): void
}

/** From the hub to the process that holds the keychain library, and back. */
export type KeychainRequest = KeychainQuestion & { readonly id: number }
export type KeychainReply =
  | { readonly id: number; readonly ok: true; readonly value: string | null }
  | { readonly id: number; readonly ok: false; readonly text: string; readonly fault: KeychainFault }

export type KeychainFault = Extract<SecretErrorCode, 'unavailable' | 'locked' | 'silent' | 'refused'>

/**
 * What an error of the keychain library means.
 *
 * @param isOpening It came from opening the store and not from a question.
 */
export function keychainFault(text: string, isOpening: boolean): KeychainFault {
  if (/did not receive a reply|timed? ?out/i.test(text)) return 'silent'
  if (/dismissed|locked|interaction is not allowed|passphrase|user canceled/i.test(text)) return 'locked'
  // A Secret Service without any keyring in it answers "no result found".
  return isOpening || /no result found|not provided by any \.service|serviceunknown/i.test(text)
    ? 'unavailable'
    : 'refused'
}
