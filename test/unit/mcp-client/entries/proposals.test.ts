/** From a look at an entry to what is stored: nothing else than what was shown, and no value told. */
import { beforeEach, expect, test } from 'vitest'
import { draftOfForm } from '../../../../src-main/mcp-client/entries/draft-of-form.ts'
import type { EntryDraft } from '../../../../src-main/mcp-client/entries/entry-draft.ts'
import { exportEntries } from '../../../../src-main/mcp-client/entries/export-entries.ts'
import { parseEntries } from '../../../../src-main/mcp-client/entries/parse.ts'
import { createProposals, type Proposals } from '../../../../src-main/mcp-client/entries/proposals.ts'
import { fingerprintOf } from '../../../../src-main/mcp-client/trust/fingerprint.ts'

let nowMs = 0
let proposals: Proposals
beforeEach(() => {
  nowMs = 0
  proposals = createProposals({ monotonicMs: () => nowMs })
})

function drafts(servers: unknown): EntryDraft[] {
  return parseEntries(JSON.stringify({ mcpServers: servers, inputs: [{ id: 'dir', password: false }] }))
}
function hold(servers: unknown, userId = 1) {
  const [proposal] = proposals.hold(
    userId,
    drafts(servers).map((draft) => ({ draft })),
  )
  if (proposal === undefined) throw new Error('nothing was proposed')
  return proposal
}

test('a proposal says which values are there and never what they are', () => {
  const proposal = hold({ a: { command: 'x', env: { KEY: 'secret-value', OTHER: '${OTHER}' } } })
  expect(proposal.set.env).toEqual(['KEY'])
  expect(JSON.stringify(proposal)).not.toContain('secret-value')
})

test('what is taken is what was shown, filled in; values stay apart', async () => {
  const proposal = hold({ a: { command: 'x', args: ['--dir', '${input:dir}'], env: { KEY: '${KEY}', OTHER: '<o>' } } })
  expect(proposal.warnings).toEqual([])
  const fields = { 'input.dir': '/d ${KEY}', 'env.KEY': 'k$&' }
  const { server, fingerprint } = await proposals.take(1, proposal.key, proposal.fingerprint, fields)
  expect(server.target).toMatchObject({ args: ['--dir', '/d ${KEY}'], envNames: ['KEY', 'OTHER'] })
  expect(server.values.env).toEqual({ KEY: 'k$&' })
  expect(server.origin).toEqual({ kind: 'paste' })
  expect(fingerprint).toBe(fingerprintOf(server.target))
})

test('a field that stands in an argument has to be filled in; an empty argument would be another command', async () => {
  const { key, fingerprint } = hold({ a: { command: 'x', args: ['--dir', '${input:dir}'] } })
  await expect(proposals.take(1, key, fingerprint, {})).rejects.toMatchObject({ code: 'bad_value' })
})

test('a filled value is not read again: what it holds is text', async () => {
  const env = { A: 'x ${P} ${Q}' }
  const { key, fingerprint } = hold({ a: { command: 'x', env } })
  const { server } = await proposals.take(1, key, fingerprint, { '${P}': '${Q}', '${Q}': 'q' })
  expect(server.values.env).toEqual({ A: 'x ${Q} q' })
})

test('another fingerprint, another person, an old key: refused', async () => {
  const { key, fingerprint } = hold({ a: { command: 'x' } })
  await expect(proposals.take(1, key, fingerprint.replace(/./, '!'), {})).rejects.toMatchObject({ code: 'changed' })
  await expect(proposals.take(2, key, fingerprint, {})).rejects.toMatchObject({ code: 'unknown_proposal' })
  await expect(proposals.take(1, 'nothing', fingerprint, {})).rejects.toMatchObject({ code: 'unknown_proposal' })
  proposals.done(key)
  await expect(proposals.take(1, key, fingerprint, {})).rejects.toMatchObject({ code: 'unknown_proposal' })
  const later = hold({ a: { command: 'x' } })
  nowMs = 13 * 3_600_000
  await expect(proposals.take(1, later.key, later.fingerprint, {})).rejects.toMatchObject({ code: 'unknown_proposal' })
})

test('an entry with a problem is shown and cannot be taken', async () => {
  const { key, fingerprint, problem } = hold({ a: { command: 'x', url: 'https://x.example/' } })
  expect(problem?.en).toContain('both a command and an address')
  await expect(proposals.take(1, key, fingerprint, {})).rejects.toMatchObject({ code: 'bad_entry' })
})

test('a thousand proposals are kept and the newest are among them', async () => {
  const first = hold({ a: { command: 'x' } })
  for (let count = 0; count < 1_000; count++) hold({ a: { command: 'x' } })
  await expect(proposals.take(1, first.key, first.fingerprint, {})).rejects.toMatchObject({ code: 'unknown_proposal' })
})

test('a name is one line without anything hidden, and what was hidden is told', () => {
  const proposal = hold({ 'Git\u202eHub\n\u200bServer': { command: 'x' } })
  expect(proposal.name).toBe('GitHub Server')
  expect(proposal.warnings.map(({ code, place }) => `${code} ${place}`)).toEqual([
    'invisible-characters name',
    'bidi-characters name',
    'newlines name',
  ])
})

test('an entry that its client has switched off stays off', () => {
  expect(hold({ a: { command: 'x', disabled: true } }).isOff).toBe(true)
  expect(hold({ a: { command: 'x' } }).isOff).toBe(false)
})

test('of a form with a value left open the proposal says that it is not set', () => {
  const draft = draftOfForm({
    name: 'a',
    target: {
      kind: 'http',
      url: 'https://a.example/',
      headers: { 'X-Key': null, 'X-Set': 'v' },
      auth: 'bearer',
      bearer: 'b',
      oauth: { clientId: null, clientSecret: null, scopes: null, redirectPort: null },
    },
  })
  const [proposal] = proposals.hold(1, [{ draft }])
  expect(proposal?.set.headers).toEqual(['X-Set'])
  expect(proposal?.hasBearer).toBe(true)
})

test('an export holds no value, and reads back as the same servers', () => {
  const before = drafts({
    a: { command: 'x', args: ['1'], cwd: '/d', env: { KEY: 'secret-value' } },
    b: { type: 'sse', url: 'https://b.example/x', headers: { 'X-Key': 'secret-value' } },
  })
  const { text } = exportEntries(before)
  expect(text).not.toContain('secret-value')
  const after = parseEntries(text)
  expect(after.map(({ target }) => target)).toEqual(before.map(({ target }) => target))
  expect(after.map(({ fields }) => fields.map(({ key }) => key))).toEqual([['env.KEY'], ['headers.X-Key']])
})

test('two servers of one name are both exported', () => {
  const [draft] = drafts({ a: { command: 'x' } })
  const { text } = exportEntries([draft, draft].flatMap((one) => (one === undefined ? [] : [one])))
  expect(Object.keys(JSON.parse(text).mcpServers)).toEqual(['a', 'a 2'])
})
