/** What cannot be seen in a command is spelled out (facts security X1, X6; CVE-2025-61929: arguments hidden in a dialog). */
import { describe, expect, it } from 'vitest'
import { partsOf, spelledOut } from '../../../src-renderer/features/servers/marked-text.ts'

const kinds = (text: string) => partsOf(text).map((part) => (part.kind === 'seen' ? part.text : part.kind))

describe('text that is not what it looks like', () => {
  it('plain text in any script stays one part', () => {
    for (const text of ['npx', '--root=/home/ada/My notes', '读写 文档', 'שלום', '', 'naïve é']) {
      expect(partsOf(text), text).toEqual(text === '' ? [] : [{ kind: 'seen', text }])
    }
  })

  it('names a character that turns the direction, where it stands', () => {
    expect(partsOf('harmless\u202Eexe.gnp')).toEqual([
      { kind: 'seen', text: 'harmless' },
      { kind: 'direction', code: 'U+202E', count: 1, letter: null },
      { kind: 'seen', text: 'exe.gnp' },
    ])
  })

  it('tells the letters that Unicode tags hide', () => {
    expect(partsOf('\u{E0072}\u{E006D}').map((part) => part.kind !== 'seen' && part.letter)).toEqual(['r', 'm'])
  })

  it('shows line breaks, tabs and control characters, each as what it is', () => {
    expect(kinds('a\nb\tc\x1b[2Jd\u2028e')).toEqual(['a', 'break', 'b', 'tab', 'c', 'control', '[2Jd', 'break', 'e'])
  })

  it('finds what is no control and still has no shape: fillers, joiners, selectors, blank braille, odd spaces', () => {
    for (const hidden of [
      '\u200B',
      '\u2060',
      '\u3164',
      '\u115F',
      '\uFE0F',
      '\u{E0100}',
      '\u2800',
      '\u00AD',
      '\uFEFF',
    ]) {
      expect(kinds(`a${hidden}b`), JSON.stringify(hidden)).toEqual(['a', 'unseen', 'b'])
    }
    for (const space of ['\u00A0', '\u3000', '\u2003']) expect(kinds(`a${space}b`)).toEqual(['a', 'space', 'b'])
  })

  it('half a character is named, not swallowed', () => {
    expect(spelledOut('a\uD800b')).toBe('a‹U+D800›b')
  })

  it('spaces count where they hide something: at an end, and in long runs', () => {
    expect(partsOf('a b')).toEqual([{ kind: 'seen', text: 'a b' }])
    expect(spelledOut(' a ')).toBe('‹U+0020›a‹U+0020›')
    expect(spelledOut(`ls${' '.repeat(200)}; rm`)).toBe('ls‹U+0020 × 200›; rm')
  })

  it('the same character many times is one mark with a number', () => {
    expect(spelledOut(`x${'\u200B'.repeat(3)}\u200Cy`)).toBe('x‹U+200B × 3›‹U+200C›y')
  })
})
