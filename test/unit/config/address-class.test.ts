/** Addresses that a guard takes for public although they lead home: every way of writing them (CVE-2025-69222). */
import { describe, expect, it } from 'vitest'
import { type AddressClass, classOfAddress } from '../../../src-main/config/address-class.ts'

const rows: Readonly<Record<AddressClass, readonly string[]>> = {
  public: ['93.184.215.14', '1.1.1.1', '172.15.255.255', '172.32.0.0', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1', 'fc00::1', 'fec0::1'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  special: ['0.0.0.0', '::', '224.0.0.1', '255.255.255.255', '192.0.2.1', '2001:db8::1', 'ff02::1', '64:ff9b:1::1'],
}

describe.each(Object.entries(rows))('%s', (expected, addresses) => {
  it.each(addresses)('%s', (address) => expect(classOfAddress(address)).toBe(expected))
})

describe('an IPv4 address inside an IPv6 one counts as what it is', () => {
  it.each([
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:93.184.215.14', 'public'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b::169.254.169.254', 'link-local'],
    ['64:ff9b::5db8:d70e', 'public'],
    ['2002:7f00:1::', 'loopback'],
    ['2002:c0a8:101::1', 'private'],
  ])('%s is %s', (address, expected) => expect(classOfAddress(address)).toBe(expected))
})

it.each(['', 'localhost', '127.1', '0x7f000001', '1.2.3.4.5', '::g'])(
  '%j is no address: it leads nowhere good',
  (text) => expect(classOfAddress(text)).toBe('special'),
)
