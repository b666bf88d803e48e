/** Where an answer may be sent: the table of RFC 8252, RFC 9700, and the tricks of URL parsers. */
import { expect, it } from 'vitest'
import { redirectHost, redirectKind } from '../../../src-main/mcp-server/oauth/redirect-uris.ts'

it.each([
  ['https://app.example/callback', 'https'],
  ['https://app.example:8443/cb?a=b', 'https'],
  ['http://127.0.0.1/cb', 'loopback'],
  ['http://127.0.0.1:0/cb', 'loopback'],
  ['http://localhost:3000', 'loopback'],
  ['http://[::1]:8080/cb', 'loopback'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'private'],
  ['vscode://dynamicauthprovider/callback', 'private'],
])('%s may be registered', (uri, kind) => {
  expect(redirectKind(uri)).toBe(kind)
})

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://a.example/x',
  'about:blank',
  'ftp://a.example/',
  'unknown-app://callback',
  'com.example.app:/cb',
  'http://app.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://localhost.evil.example/cb',
  'http://127.0.0.1@evil.example/cb',
  'http://user@127.0.0.1/cb',
  'http://user:pass@127.0.0.1/cb',
  'https://user@app.example/cb',
  'cursor://user@x/cb',
  'https://localhost/cb',
  'https://*.example/cb',
  'https://app.example/*',
  'https://app.example/cb#frag',
  'https://app.example/cb#',
  'https:\\\\app.example\\cb',
  'http://127.0.0.1\\@evil.example/cb',
  'https://app.example/a b',
  'https://app.example/\u202Ecb',
  'https://äpp.example/cb',
  ' https://app.example/cb',
  'https://app.example/cb\n',
  'http:127.0.0.1/cb',
  '//app.example/cb',
  '/cb',
  '',
  `https://app.example/${'x'.repeat(1_100)}`,
])('%j may not', (uri) => {
  expect(redirectKind(uri)).toBeNull()
})

it.each([
  ['https://app.example:8443/cb', { host: 'app.example:8443', isLoopback: false }],
  ['http://127.0.0.1:7777/cb', { host: '127.0.0.1', isLoopback: true }],
  ['cursor://x/cb', { host: 'cursor://', isLoopback: false }],
  ['nonsense', { host: '', isLoopback: false }],
])('of %s the person sees %j', (uri, shown) => {
  expect(redirectHost(uri)).toEqual(shown)
})
