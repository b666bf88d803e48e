import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { shellArguments } from '../../../src-main/shell/arguments.ts'
import { linkIn, receiveLinks } from '../../../src-main/shell/deep-links.ts'

class FakeApp extends EventEmitter {
  readonly schemes: string[] = []
  readonly isPackaged: boolean
  constructor(isPackaged: boolean) {
    super()
    this.isPackaged = isPackaged
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.push(scheme)
    return true
  }
}
const link = 'mirohub://mcp/install?name=a'

test('a link is found among the words of a command line, and only one of ours', () => {
  expect(linkIn(['/app', '--no-sandbox', link])).toBe(link)
  expect(linkIn(['/app', 'MIROHUB://mcp/install'])).toBe('MIROHUB://mcp/install')
  expect(linkIn(['/app', 'https://x.example/?mirohub://mcp', 'cursor://x'])).toBeNull()
})

test('the link that started the app and those that follow are passed on; other addresses are not', () => {
  const app = new FakeApp(true)
  const links: string[] = []
  receiveLinks(app, ['/app', link], (one) => links.push(one))
  app.emit('open-url', { preventDefault: () => {} }, `${link}2`)
  app.emit('open-url', { preventDefault: () => {} }, 'https://x.example/')
  expect(links).toEqual([link, `${link}2`])
  expect(app.schemes).toEqual(['mirohub'])
})

test('from a checkout the scheme is left to whoever has it', () => {
  const app = new FakeApp(false)
  receiveLinks(app, [], () => {})
  expect(app.schemes).toEqual([])
})

test('a link cannot bring a data directory of its own (CVE-2018-1000006)', () => {
  expect(shellArguments([`${link}`, '--data-dir=\\\\evil\\share'])).toEqual({})
  expect(shellArguments(['--data-dir', '/d', link, '--data-dir', '/evil'])).toEqual({ dataDir: '/d' })
})
