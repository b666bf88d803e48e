/** Codes of node in words: each known one says something of its own, an unknown one is not swallowed. */
import { expect, test } from 'vitest'
import { certificateInWords, connectionInWords } from '../../../src-main/mcp-server/reachability-words.ts'

test('an expired certificate, a wrong name and a missing chain are three different things to do', () => {
  const codes = [
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]
  expect(new Set(codes.map((code) => certificateInWords(code, 'a.example').hint)).size).toBe(codes.length)
  expect(certificateInWords('ERR_TLS_CERT_ALTNAME_INVALID', 'a.example').detail).toContain('a.example')
})

test('an unknown code is shown as it is', () => {
  expect(certificateInWords('NEW_ONE', 'a.example').detail).toContain('NEW_ONE')
  expect(connectionInWords('NEW_ONE', 443).detail).toContain('NEW_ONE')
})

test('a silent port names the firewall and the router', () => {
  expect(connectionInWords('ETIMEDOUT', 443)).toMatchObject({ detail: 'Port 443 does not answer.' })
  expect(connectionInWords('ETIMEDOUT', 443).hint).toMatch(/firewall or router/)
})
