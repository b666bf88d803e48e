/** A keychain in memory that can be locked, be silent, or be exchanged for another; counts what was written to it. */
import type { Keychain, KeychainQuestion } from '../../../src-main/secrets/keychain.ts'
import { SecretError } from '../../../src-main/secrets/secret-store.ts'

export interface FakeKeychain extends Keychain {
  values: Map<string, string>
  fault: 'locked' | 'unavailable' | null
  writes: number
  /** Calls wait until `speak`. */
  silence(): void
  speak(): void
}

export function fakeKeychain(): FakeKeychain {
  let spoken: Promise<void> = Promise.resolve()
  let release = (): void => {}
  return {
    values: new Map(),
    fault: null,
    writes: 0,
    silence() {
      spoken = new Promise((resolve) => {
        release = resolve
      })
    },
    speak: () => release(),
    async ask(question: KeychainQuestion) {
      await spoken
      if (this.fault !== null) throw new SecretError(this.fault, `It is ${this.fault}.`, 'Unlock the keychain.')
      if (question.op === 'get') return this.values.get(question.account) ?? null
      this.writes++
      if (question.op === 'set') this.values.set(question.account, question.value)
      else this.values.delete(question.account)
      return null
    },
    close() {},
  }
}

/** What the keychain holds under a name, whatever the data directory. */
export const held = (keychain: FakeKeychain, name: string): string | undefined =>
  [...keychain.values].find(([account]) => account.endsWith(`/${name}`))?.[1]
