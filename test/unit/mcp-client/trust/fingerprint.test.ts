/** What changes the fingerprint of an entry, and what does not. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RemoteTarget, StdioTarget } from '../../../../src-main/mcp-client/model/server-entry.ts'
import { canonicalJson } from '../../../../src-main/mcp-client/trust/canonical-json.ts'
import { fingerprintOf } from '../../../../src-main/mcp-client/trust/fingerprint.ts'

const program: StdioTarget = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', 'server'],
  cwd: null,
  envNames: ['B', 'A'],
  encoding: 'utf-8',
  encodingErrors: 'replace',
}
const remote: RemoteTarget = {
  kind: 'http',
  url: 'https://example.org/mcp',
  headerNames: ['X-Key'],
  auth: 'oauth',
  oauth: { clientId: null, scopes: ['a', 'b'], redirectPort: null },
}

test('a fingerprint stays what it is over versions: everybody would have to approve anew', () => {
  // Worked out by hand from the canonical text.
  const text =
    '{"args":["-y","server"],"command":"npx","cwd":null,"encoding":"utf-8","encodingErrors":"replace","envNames":["A","B"],"kind":"stdio","version":1}'
  expect(fingerprintOf(program)).toBe(createHash('sha256').update(text).digest('hex'))
})

test('every part that decides what runs is in it (CVE-2025-54136: approval by name)', () => {
  const others: StdioTarget[] = [
    { ...program, command: '/tmp/npx' },
    { ...program, args: ['server', '-y'] },
    { ...program, args: ['-y', 'server', ''] },
    { ...program, cwd: '/tmp' },
    { ...program, envNames: ['A', 'B', 'NODE_OPTIONS'] },
    { ...program, encoding: 'latin1' },
    { ...program, encodingErrors: 'strict' },
  ]
  const remotes: RemoteTarget[] = [
    { ...remote, url: 'https://example.org/mcp/' },
    { ...remote, kind: 'sse' },
    { ...remote, headerNames: [] },
    { ...remote, auth: 'none' },
    { ...remote, oauth: { ...remote.oauth, clientId: 'x' } },
    { ...remote, oauth: { ...remote.oauth, scopes: null } },
    { ...remote, oauth: { ...remote.oauth, redirectPort: 4000 } },
  ]
  const all = [program, remote, ...others, ...remotes].map(fingerprintOf)
  expect(new Set(all).size).toBe(all.length)
})

test('the order of names is no other program', () => {
  expect(fingerprintOf({ ...program, envNames: ['A', 'B'] })).toBe(fingerprintOf(program))
})

test('one argument with a separator in it is not two arguments', () => {
  const one = fingerprintOf({ ...program, args: ['a","b'] })
  expect(one).not.toBe(fingerprintOf({ ...program, args: ['a', 'b'] }))
})

test('ten thousand levels of nesting end neither the hub nor the comparison', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 10_000; level++) deep = { a: [deep] }
  expect(canonicalJson(deep)).toHaveLength(10_000 * '{"a":[]}'.length + 3)
})

test('a key named __proto__ counts like any other', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1},"b":1}')
})
