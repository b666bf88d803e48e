/** What every text for a person must be in both languages. */
import { expect } from 'vitest'

/** English without a Chinese character, Chinese with some; whole sentences, no exclamation marks. */
export function expectBoth(en: string, zh: string): void {
  expect(en).toMatch(/\w/)
  expect(en).not.toMatch(/\p{Script=Han}|[，。：（）]/u)
  expect(zh).toMatch(/\p{Script=Han}/u)
  // Half-width marks beside a Chinese character are those of another keyboard.
  expect(zh).not.toMatch(/\p{Script=Han}[,:;()]|[,:;()]\p{Script=Han}/u)
  for (const words of [en, zh]) expect(words).not.toMatch(/[!！]|undefined/)
}
