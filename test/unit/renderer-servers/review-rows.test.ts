/** The look at what will run: everything is there, and what differs from what was approved is told apart. */
import { describe, expect, it } from 'vitest'
import type { TargetView, TrustWarning } from '../../../src-main/api/contract/servers.ts'
import { reviewRows } from '../../../src-renderer/features/servers/review-rows.ts'

const program = (args: string[], env: string[] = [], command = 'npx'): TargetView => ({
  kind: 'stdio',
  command,
  args,
  cwd: null,
  env: env.map((name) => ({ name, isSet: true })),
  encoding: 'utf-8',
  encodingErrors: 'replace',
})
const address: TargetView = {
  kind: 'http',
  url: 'https://a.example/mcp',
  headers: [{ name: 'X-Team', isSet: false }],
  auth: 'bearer',
  hasBearer: false,
  oauth: { clientId: null, hasClientSecret: false, scopes: null, redirectPort: null },
}

const signs = { same: ' ', added: '+', removed: '-' }
const shown = (target: TargetView, before: TargetView | null = null) =>
  reviewRows({ target, before, warnings: [] }).rows.map(
    ({ change, kind, number, value }) => `${signs[change]}${kind}${number ?? ''} ${value}`,
  )

describe('review rows', () => {
  it('hold the command, every argument with its number, the folder and every variable', () => {
    expect(shown(program(['-y', 'notes', ''], ['TOKEN']))).toEqual([
      ' command npx',
      ' argument1 -y',
      ' argument2 notes',
      ' argument3 ',
      ' folder null',
      ' env TOKEN',
    ])
  })

  it('hold the address with headers and the way in, and say which values are missing', () => {
    const { rows } = reviewRows({ target: address, before: null, warnings: [] })
    expect(rows.map(({ kind, value, isSet }) => [kind, value, isSet])).toEqual([
      ['url', 'https://a.example/mcp', null],
      ['header', 'X-Team', false],
      ['login', 'bearer', false],
    ])
  })

  it('mark an argument that was slipped in, and no other although all numbers after it moved', () => {
    expect(shown(program(['-y', '--sync', 'notes']), program(['-y', 'notes']))).toEqual([
      ' command npx',
      ' argument1 -y',
      '+argument2 --sync',
      ' argument3 notes',
      ' folder null',
    ])
  })

  it('show another command and a variable that went (CVE-2025-54136: approved by name alone)', () => {
    expect(shown(program(['a'], [], 'sh'), program(['a'], ['TOKEN']))).toEqual([
      '-command npx',
      '+command sh',
      ' argument1 a',
      ' folder null',
      '-env TOKEN',
    ])
  })

  it('a program that became an address has nothing in common with it', () => {
    expect(shown(address, program(['a']))).toEqual([
      '-command npx',
      '-argument1 a',
      '-folder null',
      '+url https://a.example/mcp',
      '+header X-Team',
      '+login bearer',
    ])
  })

  it('put a warning at what it is about; one about nothing shown is not lost', () => {
    const warning = (place: string): TrustWarning => ({ code: 'shell', place, text: place })
    const { rows, others } = reviewRows({
      target: program(['a', 'b'], ['LD_PRELOAD']),
      before: null,
      warnings: [warning('args[1]'), warning('env.LD_PRELOAD'), warning('entry'), warning('args[7]')],
    })
    expect(rows.filter((row) => row.warnings.length > 0).map((row) => row.value)).toEqual(['b', 'LD_PRELOAD'])
    expect(others.map((one) => one.place)).toEqual(['entry', 'args[7]'])
  })

  it('an encoding is shown where it is not the usual one', () => {
    const target = program([])
    if (target.kind !== 'stdio') throw new Error('a program')
    expect(shown({ ...target, encoding: 'gbk' })).toContain(' encoding gbk · replace')
  })
})
