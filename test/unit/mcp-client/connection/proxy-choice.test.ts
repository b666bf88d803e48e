import { describe, expect, it } from 'vitest'
import { proxyFor } from '../../../../src-main/mcp-client/connection/proxy-choice.ts'

const env = { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://s:2' }
const choice = (url: string, more: Record<string, string> = {}) => proxyFor(new URL(url), 'system', { ...env, ...more })

describe('proxyFor', () => {
  it('takes the proxy of the scheme', () => {
    expect(choice('http://a.example/mcp')).toBe('http://p:1')
    expect(choice('https://a.example/mcp')).toBe('http://s:2')
  })

  it('lets the small letters win, and falls back to ALL_PROXY', () => {
    expect(choice('http://a.example', { http_proxy: 'http://small:3' })).toBe('http://small:3')
    expect(proxyFor(new URL('https://a.example'), 'system', { ALL_PROXY: 'http://all:4' })).toBe('http://all:4')
  })

  it('reads a proxy without a scheme as http', () => {
    expect(choice('http://a.example', { http_proxy: 'small:3' })).toBe('http://small:3')
  })

  for (const host of ['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]']) {
    it(`never asks a proxy for ${host}, whatever is set (row 31)`, () => {
      expect(choice(`http://${host}:8080/mcp`)).toBeNull()
      expect(proxyFor(new URL(`http://${host}/mcp`), { url: 'http://own:5' }, {})).toBeNull()
    })
  }

  it('asks a proxy for a name that only begins like this computer', () => {
    expect(choice('http://localhost.evil.example')).toBe('http://p:1')
    expect(choice('http://127.0.0.1.evil.example')).toBe('http://p:1')
  })

  it('takes none where none is wanted, and the person’s own before NO_PROXY', () => {
    expect(proxyFor(new URL('http://a.example'), 'none', env)).toBeNull()
    expect(proxyFor(new URL('http://a.example'), { url: 'http://own:5' }, { NO_PROXY: '*' })).toBe('http://own:5')
  })

  const rules: [string, string, boolean][] = [
    ['*', 'http://a.example', true],
    ['a.example', 'http://a.example', true],
    ['a.example', 'http://b.a.example', true],
    ['.a.example', 'http://b.a.example', true],
    ['*.a.example', 'http://b.a.example', true],
    ['a.example', 'http://nota.example', false],
    ['A.EXAMPLE', 'http://a.example', true],
    ['a.example:8080', 'http://a.example:8080', true],
    ['a.example:8080', 'http://a.example:9090', false],
    ['a.example:443', 'https://a.example', true],
    ['x, a.example y', 'http://a.example', true],
    ['10.0.0.7', 'http://10.0.0.7', true],
    ['[fd00::1]', 'http://[fd00::1]:3', true],
    ['fd00::1', 'http://[fd00::1]:3', true],
    ['', 'http://a.example', false],
  ]
  for (const [list, url, direct] of rules) {
    it(`with NO_PROXY "${list}" goes to ${url} ${direct ? 'straight' : 'by proxy'}`, () => {
      expect(choice(url, { NO_PROXY: list }) === null).toBe(direct)
    })
  }
})
