/** O2: which addresses a server's login may lead to, by where the server itself is. */
import { describe, expect, it } from 'vitest'
import { createReach, type Reach } from '../../../../src-main/mcp-client/login/reach.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'mcp.example': ['93.184.215.14'],
  'login.example': ['93.184.215.15', '2606:2800::1'],
  'intranet.example': ['10.1.2.3'],
  'login.intranet.example': ['10.1.2.4'],
  'mixed.example': ['93.184.215.14', '10.0.0.1'],
}
const resolve = async (host: string) => {
  const found = names[host]
  if (found === undefined) throw new Error(`ENOTFOUND ${host}`)
  return found
}
const reachOf = (server: string) => createReach(new URL(server), resolve)
const reaches = (reach: Reach, url: string) =>
  reach.check(new URL(url)).then(
    () => true,
    () => false,
  )
const lookedUp = (reach: Reach, host: string, all: boolean) =>
  new Promise((done) => reach.lookup(host, { all }, (error, address) => done(error === null ? address : error.message)))

describe.each([
  ['https://mcp.example/mcp', { 'https://login.example': true, 'https://intranet.example': false }],
  ['https://mcp.example/mcp', { 'https://10.0.0.1': false, 'https://127.0.0.1': false, 'http://mcp.example/x': false }],
  ['https://mcp.example/mcp', { 'https://mixed.example': false, 'https://nowhere.example': true }],
  [
    'http://127.0.0.1:9/mcp',
    { 'http://127.0.0.1:10': true, 'http://localhost:10': true, 'https://login.example': true },
  ],
  [
    'http://127.0.0.1:9/mcp',
    { 'http://login.example': false, 'https://10.0.0.1': true, 'https://169.254.169.254': false },
  ],
  [
    'https://192.168.0.2/mcp',
    { 'https://192.168.0.3': true, 'https://127.0.0.1': false, 'https://login.example': true },
  ],
  ['http://192.168.0.2/mcp', { 'http://192.168.0.2/prm': true, 'http://192.168.0.3/token': false }],
  ['https://intranet.example/mcp', { 'https://login.intranet.example': true, 'https://127.0.0.1': false }],
  ['https://nowhere.example/mcp', { 'https://10.0.0.1': false, 'https://login.example': true }],
  ['https://mcp.example/mcp', { 'https://u:p@login.example': false, 'https://login.example/#f': false }],
] as const)('a server at %s', (server, expected) => {
  it.each(Object.entries(expected))('%s: %s', async (url, isReached) => {
    expect(await reaches(await reachOf(server), url)).toBe(isReached)
  })
})

describe('the look-up of the connection', () => {
  it('gives the checked addresses, in the shape that was asked for', async () => {
    const reach = await reachOf('https://mcp.example/mcp')
    expect(await lookedUp(reach, 'login.example', true)).toEqual([
      { address: '93.184.215.15', family: 4 },
      { address: '2606:2800::1', family: 6 },
    ])
    expect(await lookedUp(reach, 'login.example', false)).toBe('93.184.215.15')
  })

  it('refuses what is out of reach, and tells what is not known', async () => {
    const reach = await reachOf('https://mcp.example/mcp')
    expect(await lookedUp(reach, 'intranet.example', true)).toMatch(/does not use/)
    expect(await lookedUp(reach, 'mixed.example', true)).toMatch(/does not use/)
    expect(await lookedUp(reach, 'nowhere.example', true)).toBe('ENOTFOUND nowhere.example')
  })

  it('a private server’s own name must stay private (DNS rebinding opens nothing)', async () => {
    const turns = [['10.1.2.3'], ['93.184.215.14']]
    const reach = await createReach(new URL('https://intranet.example/mcp'), async () => turns.shift() ?? [])
    expect(await lookedUp(reach, 'intranet.example', true)).toMatch(/does not use/)
  })
})
