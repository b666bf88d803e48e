/** What is the public internet, and what only looks like it. */
import { expect, it } from 'vitest'
import { isPublicAddress } from '../../../src-main/mcp-server/oauth/public-address.ts'

it.each(['93.184.215.14', '1.1.1.1', '8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'fe80::1%eth0',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '',
])('%j is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
