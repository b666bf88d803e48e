/** Warnings about the address of a remote server: spoken to in the clear, or inside a private network. */
import { BlockList, isIP } from 'node:net'
import { type TrustWarning, warning } from './warning.ts'

/** RFC 1918, 3927 (link-local, cloud metadata), 6598, 4193, 4291; what names this computer is not among them. */
const privateNets = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNets.addSubnet(net, bits, 'ipv4')
}
privateNets.addSubnet('fc00::', 7, 'ipv6')
privateNets.addSubnet('fe80::', 10, 'ipv6')

const loopbackNet = new BlockList()
loopbackNet.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackNet.addAddress('::1', 'ipv6')

/** A `url` that cannot be read has no warnings: it is refused. */
export function addressWarnings(url: string): TrustWarning[] {
  const parsed = URL.parse(url)
  if (parsed === null) return []
  const host = parsed.hostname
  const warnings: TrustWarning[] = []
  if (parsed.protocol === 'http:' && !isLoopback(host)) {
    warnings.push(
      warning(
        'plain-http',
        'url',
        'It is not encrypted: whoever is on the way can read and change everything, keys included.',
        '连接没有加密，途中的任何人都能读取和修改内容，包括密钥。',
      ),
    )
  }
  if (isPrivate(host)) {
    warnings.push(
      warning(
        'private-address',
        'url',
        `“${host}” is an address inside your own network, not on the internet.`,
        `“${host}” 是内部网络的地址，不在互联网上。`,
      ),
    )
  }
  return warnings
}

/** `hostname` as URL writes it: numbers in any notation are dotted there already. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return inNet(loopbackNet, host)
}

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return inNet(privateNets, host)
  if (isLoopback(host)) return false
  return !host.includes('.') || /\.(local|internal|lan|home|corp|intranet|home\.arpa)$/.test(host)
}

/** BlockList also sees IPv4 addresses that are mapped into IPv6 (`::ffff:10.0.0.1`). */
function inNet(net: BlockList, host: string): boolean {
  const version = isIP(host)
  return version !== 0 && net.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
