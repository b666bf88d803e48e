/** A database that is read elsewhere must not open an address, and a key that is away must not end one. */
import { describe, expect, it } from 'vitest'
import { createUrlSeal } from '../../../src-main/profiles/url-seal.ts'

function memorySecrets() {
  const kept = new Map<string, string>()
  return {
    kept,
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
  }
}
const text = 'the-secret-of-an-address'

describe('a sealed secret', () => {
  it('opens with the key of the store, which is made at the first use and kept', async () => {
    const secrets = memorySecrets()
    const sealed = await createUrlSeal(secrets).seal(text, 'row-1')
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(text)
    expect([...secrets.kept.keys()]).toEqual(['personal-url-key'])
    expect(await createUrlSeal(secrets).open(sealed, 'row-1')).toBe(text)
  })

  it('is another text each time, so that equal secrets do not show', async () => {
    const seal = createUrlSeal(memorySecrets())
    expect(await seal.seal(text, 'row-1')).not.toEqual(await seal.seal(text, 'row-1'))
  })

  it('does not open in another row, nor after any byte of it was changed', async () => {
    const seal = createUrlSeal(memorySecrets())
    const sealed = await seal.seal(text, 'row-1')
    await expect(seal.open(sealed, 'row-2')).rejects.toMatchObject({ code: 'sealed' })
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
      await expect(seal.open(changed, 'row-1')).rejects.toMatchObject({ code: 'sealed' })
    }
    await expect(seal.open(new Uint8Array(0), 'row-1')).rejects.toMatchObject({ code: 'sealed' })
  })

  it('says that the key is gone or another one, and makes no new one for it', async () => {
    const secrets = memorySecrets()
    const sealed = await createUrlSeal(secrets).seal(text, 'row-1')
    secrets.kept.clear()
    const hint = expect.stringContaining('still works')
    await expect(createUrlSeal(secrets).open(sealed, 'row-1')).rejects.toMatchObject({ code: 'sealed', hint })
    expect(secrets.kept.size).toBe(0)
    secrets.kept.set('personal-url-key', Buffer.alloc(32, 9).toString('base64url'))
    await expect(createUrlSeal(secrets).open(sealed, 'row-1')).rejects.toMatchObject({ code: 'sealed', hint })
  })

  it('says that the keychain is locked, and opens once it is unlocked', async () => {
    const secrets = memorySecrets()
    let locked = false
    const get = async (name: string) => {
      if (locked) throw new Error('locked')
      return secrets.get(name)
    }
    const seal = createUrlSeal({ ...secrets, get })
    const sealed = await seal.seal(text, 'row-1')
    locked = true
    await expect(seal.open(sealed, 'row-1')).rejects.toMatchObject({
      code: 'sealed',
      hint: expect.stringContaining('Unlock the keychain'),
    })
    await expect(seal.seal(text, 'row-1')).rejects.toMatchObject({ code: 'sealed' })
    locked = false
    expect(await seal.open(sealed, 'row-1')).toBe(text)
  })

  it('never replaces a key that is not one', async () => {
    const secrets = memorySecrets()
    secrets.kept.set('personal-url-key', 'short')
    await expect(createUrlSeal(secrets).seal(text, 'row-1')).rejects.toMatchObject({ code: 'sealed' })
    expect(secrets.kept.get('personal-url-key')).toBe('short')
  })
})
