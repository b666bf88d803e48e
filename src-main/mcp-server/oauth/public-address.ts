/** Which addresses are of the public internet: what a client metadata document may be fetched from, and nothing else. */
import { BlockList, isIP } from 'node:net'

/** IANA special-purpose registries of IPv4 and IPv6, with multicast: nothing here is a public web server. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
] as const

/** Global unicast today is 2000::/3; what of it is special is taken out again. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const

const special = new BlockList()
for (const [list, family] of [
  [SPECIAL_IPV4, 'ipv4'],
  [SPECIAL_IPV6, 'ipv6'],
] as const) {
  for (const subnet of list) {
    const [network = '', bits] = subnet.split('/')
    special.addSubnet(network, Number(bits), family)
  }
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Mapped and translated IPv4 (::ffff:0:0/96, 64:ff9b::/96, 6to4) is never public here: it hides another address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
