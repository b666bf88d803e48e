import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'

vi.mock('electron', () => ({ protocol: {} }))
const { isAppUrl, pageFile } = await import('../../../src-main/shell/app-scheme.ts')

const page = resolve('/app/out/renderer')

test('a file of the page is served from the page folder', () => {
  expect(pageFile(page, 'app://mirohub/assets/index-1a2b.js')).toBe(join(page, 'assets', 'index-1a2b.js'))
})

test('routes of the page survive a reload: they answer index.html', () => {
  expect(pageFile(page, 'app://mirohub/')).toBe(join(page, 'index.html'))
  expect(pageFile(page, 'app://mirohub/health/heart_rate?range=year#x')).toBe(join(page, 'index.html'))
})

test.each([
  'app://mirohub/..%2f..%2fpackage.json',
  'app://mirohub/%2e%2e/%2e%2e/main/main.js',
  'app://mirohub/assets/..%2F..%2F..%2Fmain%2Fmain.js',
  'app://mirohub/..%5C..%5Cmain.js',
  'app://mirohub/a%00.js',
  'app://mirohub/%E0%A4%A.js',
  'app://elsewhere/index.js',
  'file:///etc/passwd.txt',
])('%s never names a file outside the page folder', (address) => {
  const file = pageFile(page, address)
  // Dot segments that the URL parser itself folds away stay inside; everything else is refused.
  if (file !== null) expect(file.startsWith(page)).toBe(true)
  else expect(file).toBeNull()
})

test('encoded parent segments are refused, not folded', () => {
  expect(pageFile(page, 'app://mirohub/..%2f..%2fpackage.json')).toBeNull()
  expect(pageFile(page, 'app://mirohub/..%5C..%5Cmain.js')).toBeNull()
})

test('only this app is its own origin: a look-alike host or scheme is not', () => {
  expect(isAppUrl('app://mirohub/chat')).toBe(true)
  for (const other of [
    'app://mirohub.evil/',
    'app://evil/mirohub',
    'https://mirohub/',
    'app:mirohub',
    '',
    'not a url',
  ]) {
    expect(isAppUrl(other), other).toBe(false)
  }
})
