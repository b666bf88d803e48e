import { expect, test, vi } from 'vitest'

vi.mock('electron', () => ({ protocol: {}, dialog: {}, shell: {} }))
const { outsideAddress, shownAddress } = await import('../../../src-main/shell/navigation.ts')

test('web and mail addresses may be offered', () => {
  expect(outsideAddress('https://example.org/a?b=c')).toBe('https://example.org/a?b=c')
  expect(outsideAddress('mailto:me@example.org')).toBe('mailto:me@example.org')
})

// CVE-2025-47777 and its like: a link that starts a program or reads a file through the system's own handlers.
test.each([
  'file:///etc/passwd',
  'smb://server/share',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://example.org/',
  'ms-msdt:/id',
  'vscode://file/etc/passwd',
  'app://mirohub/',
  ' JaVaScRiPt:alert(1)',
  'https://user:secret@example.org/',
  'not an address',
  '',
])('%s is never handed to the system', (address) => {
  expect(outsideAddress(address)).toBeNull()
})

test('a dialog shows what is really there: turned and invisible characters are spelled out', () => {
  const shown = shownAddress('https://example.org/\u202Egpj.exe\u200B')
  expect(shown).toBe('https://example.org/\\u{202e}gpj.exe\\u{200b}')
})

test('an address that is too long for a dialog says how long it is', () => {
  const shown = shownAddress(`https://example.org/${'a'.repeat(5000)}`)
  expect(shown).toMatch(/… \(5020\)$/)
  expect(shown.length).toBeLessThan(620)
})
