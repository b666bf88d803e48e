/** X1 and X6 of the facts: text of strangers is shown whole, with what cannot be seen spelled out. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hiddenIn, visibleText, withoutHidden } from '../../../../src-main/mcp-client/trust/visible-text.ts'

test('a reading direction turned round is spelled out (Trojan Source, CVE-2021-42574)', () => {
  expect(visibleText('run \u202egnp.exe')).toBe('run ⟨U+202E⟩gnp.exe')
})

test('tags, zero width, controls, odd spaces and line breaks do not pass as nothing', () => {
  expect(visibleText('a\u{e0041}b\u200bc\u00a0d\u001b[8me\nf\u3164g\ufe0fh')).toBe(
    'a⟨U+E0041⟩b⟨U+200B⟩c⟨U+00A0⟩d⟨U+001B⟩[8me⟨U+000A⟩f⟨U+3164⟩g⟨U+FE0F⟩h',
  )
})

test('half a surrogate pair is shown, not turned into a question mark', () => {
  expect(visibleText('a\ud800b')).toBe('a⟨U+D800⟩b')
})

test('emoji, line breaks and wide spaces of a description are how it is written', () => {
  const text = 'Family 👨‍👩‍👧 ⚠️ 1️⃣\n名称\u3000值'
  expect(visibleText(text, 'prose')).toBe(text)
  expect(hiddenIn(text, 'prose').size).toBe(0)
})

test('a joiner between letters is no emoji', () => {
  expect([...hiddenIn('ig\u200dnore', 'prose')]).toEqual([['invisible', ['U+200D']]])
})

test('what a model gets has nothing hidden left', () => {
  expect(withoutHidden('Adds.\u{e0049}\u{e0047}\u200b\nTwo numbers.')).toBe('Adds.\nTwo numbers.')
})

test('nothing is ever cut: every visible character stays, in its order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = visibleText(text)
      expect([...hiddenIn(shown)]).toEqual([])
      expect(shown.replace(/⟨U\+[0-9A-F]{4,6}⟩/g, '')).toBe(
        [...text].filter((char) => visibleText(char) === char).join(''),
      )
    }),
  )
})
