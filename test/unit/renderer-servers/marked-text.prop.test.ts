/** Whatever the text is, nothing of it is lost and nothing unseen stays in what is shown. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf } from '../../../src-renderer/features/servers/marked-text.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '\n', '\u202E', '\u200B', '\u{E0041}', 'a'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
})

it('parts and marks together are the whole text', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const again = partsOf(whole).map((part) =>
        part.kind === 'seen'
          ? part.text
          : String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).repeat(part.count),
      )
      expect(again.join('')).toBe(whole)
    }),
  )
})

it('what is shown as it is has no control or format character in it', () => {
  fc.assert(
    fc.property(text, (whole) => {
      for (const part of partsOf(whole))
        if (part.kind === 'seen') expect(part.text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    }),
  )
})
