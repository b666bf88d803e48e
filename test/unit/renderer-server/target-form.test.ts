/** Editing what a server runs: what is sent back, what is kept, and what counts as another program. */
import { describe, expect, it } from 'vitest'
import type { TargetView } from '../../../src-main/api/contract/servers.ts'
import { limitNames, millisecondsOf, secondsOf } from '../../../src-renderer/features/server/limits.ts'
import { draftOf, isTargetChanged, targetFault, targetForm } from '../../../src-renderer/features/server/target-form.ts'

const program: TargetView = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', 'a b', ''],
  cwd: null,
  env: [
    { name: 'TOKEN', isSet: true },
    { name: 'REGION', isSet: false },
  ],
  encoding: 'utf-8',
  encodingErrors: 'replace',
}
const remote: TargetView = {
  kind: 'http',
  url: 'https://example.org/mcp',
  headers: [{ name: 'X-Team', isSet: true }],
  auth: 'oauth',
  hasBearer: false,
  oauth: { clientId: 'app', hasClientSecret: true, scopes: ['read', 'write'], redirectPort: 8_787 },
}

describe('draftOf', () => {
  it('sends a program back as it was, with null for values that are kept', () => {
    expect(draftOf('Notes', targetForm(program))).toEqual({
      name: 'Notes',
      target: {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 'a b', ''],
        cwd: null,
        env: { TOKEN: null, REGION: null },
        encoding: 'utf-8',
        encodingErrors: 'replace',
      },
    })
  })

  it('sends an address back as it was, and no secret of it', () => {
    expect(draftOf('Notes', targetForm(remote))).toEqual({
      name: 'Notes',
      target: {
        kind: 'http',
        url: 'https://example.org/mcp',
        headers: { 'X-Team': null },
        auth: 'oauth',
        bearer: null,
        oauth: { clientId: 'app', clientSecret: null, scopes: ['read', 'write'], redirectPort: 8_787 },
      },
    })
  })

  it('takes a new name with its value, leaves out a removed one, and sends no row without a name', () => {
    const form = targetForm(program)
    const [token] = form.names
    const draft = draftOf('n', {
      ...form,
      names: [
        ...(token ? [token] : []),
        { key: 900, name: ' MODE ', isStored: false, value: 'fast' },
        { key: 901, name: 'LATER', isStored: false, value: '' },
        { key: 902, name: '', isStored: false, value: '' },
      ],
    })
    expect(draft.target).toMatchObject({ env: { TOKEN: null, MODE: 'fast', LATER: null } })
  })
})

describe('isTargetChanged', () => {
  it('is no change to open the form, and is one to change a single argument', () => {
    const form = targetForm(program)
    expect(isTargetChanged(form, { target: program })).toBe(false)
    if (form.kind !== 'stdio') throw new Error('a program makes a form of a program')
    const args = form.args.map((one, index) => (index === 2 ? { ...one, text: ' ' } : one))
    expect(isTargetChanged({ ...form, args }, { target: program })).toBe(true)
  })
})

describe('targetFault', () => {
  const form = targetForm(remote)
  if (form.kind === 'stdio') throw new Error('an address makes a form of an address')

  it.each([
    [{ url: 'ftp://example.org' }, 'url'],
    [{ url: 'https://' }, 'url'],
    [{ url: '${HOST}/mcp' }, 'url'],
    [{ redirectPort: '70000' }, 'port'],
    [{ redirectPort: '80.5' }, 'port'],
    [{ names: [{ key: 1, name: '', isStored: false, value: 'x' }] }, 'name'],
    [
      {
        names: [
          { key: 1, name: 'X-Team', isStored: true, value: '' },
          { key: 2, name: 'x-team', isStored: false, value: 'x' },
        ],
      },
      'twice',
    ],
    [{ redirectPort: '' }, null],
  ])('%j: %s', (patch, fault) => {
    expect(targetFault({ ...form, ...patch })).toBe(fault)
  })

  it('lets variables differ in case, which headers may not', () => {
    const names = ['a', 'A'].map((name, key) => ({ key, name, isStored: false, value: '1' }))
    expect(targetFault({ ...targetForm(program), names })).toBeNull()
  })
})

describe('limits in seconds', () => {
  it('go there and back', () => {
    const limits = { connectMs: 20_000, requestMs: 900_000, streamMs: 1_500, hardCapMs: 3_600_000 }
    const seconds = secondsOf(limits)
    expect(seconds).toEqual({ connectMs: '20', requestMs: '900', streamMs: '1.5', hardCapMs: '3600' })
    expect(Object.fromEntries(limitNames.map((name) => [name, millisecondsOf(name, seconds[name])]))).toEqual(limits)
  })

  it.each([
    ['0', null],
    ['600', 600_000],
    ['601', null],
    ['1,5', 1_500],
    ['', null],
    ['1e3', null],
    ['-5', null],
    ['20 s', null],
  ])('connecting: %s is %s', (typed, ms) => {
    expect(millisecondsOf('connectMs', typed)).toBe(ms)
  })
})
