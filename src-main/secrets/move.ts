/** Moves secrets from one store to another. */
import type { SecretStore } from './secret-store.ts'

/**
 * Copies every named secret that `from` holds. Nothing is removed there, so that a failure on the way loses nothing.
 *
 * @param winner Whose value stays where both hold another one.
 * @returns Names whose value in `from` lost to another one.
 */
export async function copySecrets(
  from: Pick<SecretStore, 'get'>,
  to: Pick<SecretStore, 'get' | 'set'>,
  names: Iterable<string>,
  winner: 'from' | 'to',
): Promise<string[]> {
  const superseded: string[] = []
  for (const name of names) {
    const value = await from.get(name)
    if (value === null) continue
    const there = await to.get(name)
    if (there === null || (winner === 'from' && there !== value)) await to.set(name, value)
    else if (there !== value) superseded.push(name)
  }
  return superseded
}
