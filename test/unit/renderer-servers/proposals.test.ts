/** What was chosen is what is looked at; what is filled in is typed as the hub takes it. */
import { describe, expect, it } from 'vitest'
import type { ConfigField, Proposal } from '../../../src-main/api/contract/servers.ts'
import { fieldFaults, filledValues, initialValues } from '../../../src-renderer/features/servers/add/field-values.ts'
import { chosenProposals } from '../../../src-renderer/features/servers/add/read-proposals.ts'
import { memberSections } from '../../../src-renderer/features/servers/group-members.ts'

const proposal = (key: string, name: string): Proposal => ({
  key,
  name,
  origin: { kind: 'client', detail: 'Cursor' },
  review: {
    fingerprint: 'f',
    target: {
      kind: 'stdio',
      command: 'npx',
      args: [],
      cwd: null,
      env: [],
      encoding: 'utf-8',
      encodingErrors: 'replace',
    },
    before: null,
    warnings: [],
  },
  fields: [],
  duplicateOf: null,
  problem: null,
})
const found = (...names: string[]) => ({ servers: names.map((name) => ({ name, summary: '', known: false })) })
const keys = (proposals: readonly Proposal[]) => proposals.map((one) => one.key)

describe('chosen entries', () => {
  it('two of one name are told apart by their places', () => {
    const proposals = [proposal('a', 'notes'), proposal('b', 'notes'), proposal('c', 'files')]
    expect(keys(chosenProposals(found('notes', 'notes', 'files'), new Set([1]), proposals))).toEqual(['b'])
  })
  it('when the file has changed meanwhile names decide, so that no other entry slips into a chosen place', () => {
    const proposals = [proposal('x', 'evil'), proposal('a', 'notes'), proposal('b', 'files')]
    expect(keys(chosenProposals(found('notes', 'files'), new Set([0]), proposals))).toEqual(['a'])
    expect(keys(chosenProposals(found('gone', 'files'), new Set([0]), [proposal('b', 'files')]))).toEqual([])
  })
})

const field = (key: string, more: Partial<ConfigField> = {}): ConfigField => ({
  key,
  title: key,
  description: '',
  type: 'string',
  required: false,
  sensitive: false,
  multiple: false,
  default: null,
  min: null,
  max: null,
  ...more,
})

describe('values to fill in', () => {
  const fields = [
    field('key', { required: true, sensitive: true }),
    field('days', { type: 'number', default: 30, min: 1, max: 365 }),
    field('drafts', { type: 'boolean', default: true }),
    field('folders', { type: 'directory', multiple: true, default: ['/a', '/b'] }),
  ]

  it('begin as what the bundle says', () => {
    expect(initialValues(fields)).toEqual({ key: '', days: '30', drafts: true, folders: '/a\n/b' })
  })
  it('are typed as they are meant, and what is empty is not sent', () => {
    expect(filledValues(fields, { key: ' s3cret\n', days: '', drafts: false, folders: '/a\n\n /b ' })).toEqual({
      key: ' s3cret',
      drafts: false,
      folders: ['/a', '/b'],
    })
    expect(filledValues(fields, { days: '7' })).toEqual({ days: 7 })
  })
  it('say what is wrong with each', () => {
    expect(fieldFaults(fields, { key: ' ', days: '0' })).toEqual({ key: 'required', days: 'min' })
    expect(fieldFaults(fields, { key: 'x', days: '366' })).toEqual({ days: 'max' })
    expect(fieldFaults(fields, { key: 'x', days: 'ten' })).toEqual({ days: 'number' })
    expect(fieldFaults(fields, { key: 'x', days: '' })).toEqual({})
  })
})

describe('members of a group', () => {
  const servers = [
    { name: 'Files', toolList: ['read', 'write'].map((name) => ({ name, alias: `files__${name}`, title: '' })) },
  ]

  it('that no server offers stand at the end, so that they can be taken out', () => {
    const sections = memberSections(servers, ['files__read', 'gone__x'], '')
    expect(sections.map((one) => [one.server, one.tools.map((each) => each.alias)])).toEqual([
      ['Files', ['files__read', 'files__write']],
      [null, ['gone__x']],
    ])
  })

  it('are found by server, title or name, and a server without a match is not shown', () => {
    const sections = memberSections(servers, ['gone__x'], 'files WRITE')
    expect(sections.map((one) => one.tools.map((each) => each.alias))).toEqual([['files__write']])
    expect(memberSections(servers, [], 'nothing')).toEqual([])
  })
})
