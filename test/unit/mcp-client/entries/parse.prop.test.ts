/** Whatever is pasted, the answer is drafts or one clear error; what a draft shows is what the text says. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from '../../../../src-main/mcp-client/entries/command-line.ts'
import { EntryError } from '../../../../src-main/mcp-client/entries/entry-error.ts'
import { readInstallLink } from '../../../../src-main/mcp-client/entries/install-link.ts'
import { parseEntries } from '../../../../src-main/mcp-client/entries/parse.ts'
import { createProposals } from '../../../../src-main/mcp-client/entries/proposals.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 })
const key = fc.constantFrom(
  'command',
  'cmd',
  'args',
  'env',
  'envs',
  'url',
  'headers',
  'type',
  'cwd',
  'name',
  'oauth',
  'path',
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(key, text), tie('any'), { maxKeys: 4 }),
  ),
})).any
const settings = fc.dictionary(
  fc.constantFrom(
    'mcpServers',
    'servers',
    'mcp_servers',
    'context_servers',
    'extensions',
    'mcp',
    'inputs',
    'packages',
    'server',
    'name',
  ),
  value,
  { minKeys: 1, maxKeys: 3 },
)

/** Reads and holds; anything but an EntryError is a fault of ours. */
function survives(read: () => ReturnType<typeof parseEntries>): void {
  try {
    createProposals({ monotonicMs: () => 0 }).hold(
      1,
      read().map((draft) => ({ draft })),
    )
  } catch (error) {
    expect(error).toBeInstanceOf(EntryError)
  }
}

test('any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (pasted) => survives(() => parseEntries(pasted))),
  )
})

test('settings of the right shape with anything in them', () => {
  fc.assert(
    fc.property(settings, (said) => survives(() => parseEntries(JSON.stringify(said)))),
    // What chance found: an object that has no text of its own where a word is expected.
    { numRuns: 300, examples: [[{ mcpServers: { '': { type: {} } } }]] },
  )
})

test('any link', () => {
  fc.assert(
    fc.property(fc.oneof(text, value), (config) => {
      const written = typeof config === 'string' ? config : JSON.stringify(config)
      survives(() => readInstallLink(`mirohub://mcp/install?config=${Buffer.from(written).toString('base64url')}`))
      survives(() => readInstallLink(`vscode:mcp/install?${written}`))
    }),
  )
})

test('command and arguments come out as they went in', () => {
  const plain = text.filter((one) => one.trim() !== '' && one.isWellFormed() && !one.includes('\0'))
  fc.assert(
    fc.property(plain, fc.array(plain), (command, args) => {
      const [draft] = parseEntries(JSON.stringify({ mcpServers: { a: { command, args } } }))
      expect(draft?.target).toMatchObject({ kind: 'stdio', command, args })
    }),
  )
})

test('quoted words are split as they were joined', () => {
  const word = fc.string({ maxLength: 12 }).filter((one) => !one.includes("'"))
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(wordsOf(words.map((one) => `'${one}'`).join(' '))).toEqual(words)
    }),
  )
})
