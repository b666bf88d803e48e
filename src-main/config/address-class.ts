/** Where an IP address leads: the public internet, the local network, this computer, or nowhere that a login belongs. */
import { BlockList, isIP } from 'node:net'

/** `special`: multicast, documentation, benchmarks, tunnels, "this network": no server that anybody logs in to. */
export type AddressClass = 'public' | 'private' | 'loopback' | 'link-local' | 'special'

/** IANA special-purpose address registries (RFC 6890 and its successors). */
const subnets: Readonly<Record<Exclude<AddressClass, 'public'>, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10'],
  special: [
    '0.0.0.0/8',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
    '::/128',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    'ff00::/8',
  ],
}

const lists = Object.entries(subnets).map(([name, networks]) => {
  const list = new BlockList()
  for (const subnet of networks) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return { name, list }
})

/** The class of an address without brackets; `special` for what is no address at all. */
export function classOfAddress(address: string): AddressClass {
  // A zone (fe80::1%eth0) says which network card, not which network.
  const bare = address.replace(/%.*$/, '')
  const hidden = isIP(bare) === 6 ? hiddenIpv4(bare) : bare
  const family = isIP(hidden)
  if (family === 0) return 'special'
  const found = lists.find(({ list }) => list.check(hidden, family === 4 ? 'ipv4' : 'ipv6'))
  return isClass(found?.name) ? found.name : 'public'
}

function isClass(name: string | undefined): name is AddressClass {
  return name !== undefined && Object.hasOwn(subnets, name)
}

/** The IPv4 address that an IPv6 one stands for: mapped, compatible, NAT64 (64:ff9b::/96) and 6to4; else itself. */
function hiddenIpv4(address: string): string {
  const groups = groupsOf(address)
  const [first = 0, second = 0, third = 0] = groups
  const [high = 0, low = 0] = groups.slice(6)
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  if (first === 0x2002) return dotted(second, third)
  if (first === 0x64 && second === 0xff9b && zeros(2, 6)) return dotted(high, low)
  if (zeros(0, 5) && groups[5] === 0xffff) return dotted(high, low)
  // ::1 and :: are addresses of their own.
  if (zeros(0, 6) && high !== 0) return dotted(high, low)
  return address
}

const dotted = (high: number, low: number) => `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`

/** The eight groups; the URL parser writes the address in one form (no dotted tail). */
function groupsOf(address: string): number[] {
  const text = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? ''
  const [head = '', tail] = text.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return numbers(head)
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}
