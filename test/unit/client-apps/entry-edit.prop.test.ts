/** For any document in any manner of writing: adding our entry and taking it out leaves what was there. */
import { parse as parseToml, stringify as stringifyToml } from '@decimalturn/toml-patch'
import fc from 'fast-check'
import { parse as parseJsonc } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { parseDocument, parse as parseYaml, stringify as stringifyYaml } from 'yaml'
import { clientProgram, type Launch } from '../../../src-main/mcp-client/client-apps/clients.ts'
import { withEntry, withoutEntry } from '../../../src-main/mcp-client/client-apps/entry-edit.ts'

const runs = { numRuns: 150 }
/** The libraries that make the random files are slow on a busy machine. */
const timeoutMs = 120_000

const key = fc.oneof(
  fc.stringMatching(/^[a-z][a-zA-Z0-9_.-]{0,8}$/),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('mirohub2', 'a b', '"', '\\', '#', '//', '名前', 'true', '1'),
)
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '// not a comment',
    '# neither',
    'two\nlines\n',
    '  led',
    '{',
    '}',
    ',',
    '',
    ': ',
    '- x',
    '[a]',
    '"""',
    '\t',
  ),
  fc.integer(),
  fc.boolean(),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('any'), { maxLength: 3 }), tie('map')),
  map: fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }),
}))
const servers = fc.dictionary(key, value.map, { maxKeys: 3, noNullPrototype: true })
const launch: fc.Arbitrary<Launch> = fc.record({
  command: fc.constantFrom('/usr/bin/node', 'C:\\Program Files\\node.exe', '/home/ümit/it\'s "x"/node'),
  args: fc.array(fc.string({ unit: 'grapheme', maxLength: 10 }), { maxLength: 4 }),
  env: fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), fc.string({ unit: 'grapheme', maxLength: 8 }), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
})

/** JSON with a comment, a trailing comma and any white space wherever they may stand. */
function writeJsonc(data: unknown, style: { unit: string; eol: string; choices: readonly number[] }): string {
  let at = 0
  const choose = (count: number) => (style.choices[at++ % style.choices.length] ?? 0) % count
  const comment = (indent: string) =>
    ['', '', '', ' // a, note }', ' /* b { */', `${style.eol}${indent}// own line`][choose(6)]
  const write = (item: unknown, indent: string): string => {
    if (typeof item !== 'object' || item === null) return JSON.stringify(item)
    const list = Array.isArray(item)
    const parts = list
      ? item.map((inner) => write(inner, indent + style.unit))
      : Object.entries(item).map(([name, inner]) => `${JSON.stringify(name)}: ${write(inner, indent + style.unit)}`)
    const [open, close] = list ? ['[', ']'] : ['{', '}']
    if (parts.length === 0) return choose(2) === 0 ? open + close : `${open}${style.eol}${indent}${close}`
    const inner = indent + style.unit
    if (choose(4) === 0 && !parts.join('').includes('//'))
      return `${open} ${parts.join(', ')}${choose(3) === 0 ? ',' : ''} ${close}`
    const lines = parts.map((part, index) => {
      const comma = index < parts.length - 1 || choose(3) === 0 ? ',' : ''
      return choose(2) === 0
        ? `${part}${comma}${comment(inner)}`
        : `${part}${comment(inner)}${comma === '' ? '' : `${style.eol}${inner}${comma}`}`
    })
    return `${open}${comment(inner)}${style.eol}${inner}${lines.join(`${style.eol}${inner}`)}${style.eol}${indent}${close}`
  }
  return write(data, '')
}

/** The text without white space and commas, which an edit may add and take. */
const essence = (text: string) => text.replace(/[\s,]+/g, '')

/** Nothing of `before` went but an empty map, and what came is in one place. */
function expectTextKept(before: string, after: string): void {
  const [a, b] = [essence(before), essence(after)]
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  expect(['', '{}']).toContain(a.slice(start, a.length - end))
}

/**
 * Plain objects, with big integers as text. Not by way of JSON.parse: in Node 24 it takes the key `"` for the key `\`
 * after an object of the same shape with the other one.
 */
function plain(data: unknown): unknown {
  if (typeof data === 'bigint') return String(data)
  if (Array.isArray(data)) return data.map(plain)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, item]) => [name, plain(item)]))
}

function check(
  id: 'zed' | 'goose' | 'codex',
  before: string,
  parse: (text: string) => unknown,
  how: Launch,
  hadServers: boolean,
): void {
  const program = clientProgram(id)
  const after = withEntry(program, before, how)
  const meaning = plain(parse(after)) as Record<string, Record<string, unknown>>
  const original = (plain(parse(before)) ?? {}) as Record<string, Record<string, unknown>>
  const { mirohub, ...others } = meaning[program.serversKey] ?? {}
  expect(mirohub).toEqual(plain(program.entry(how)))
  expect({ ...meaning, [program.serversKey]: others }).toEqual({
    ...original,
    [program.serversKey]: original[program.serversKey] ?? {},
  })
  expectTextKept(before, after)
  expect(withEntry(program, after, how)).toBe(after)
  const back = withoutEntry(program, after)
  if (hadServers) expect(back).toBe(before)
  const restored = (plain(parse(back)) ?? {}) as Record<string, unknown>
  expect({ [program.serversKey]: {}, ...restored }).toEqual({ [program.serversKey]: {}, ...original })
  expectTextKept(before, back)
}

const style = fc.record({
  unit: fc.constantFrom('  ', '    ', '\t', ' '),
  eol: fc.constantFrom('\n', '\r\n'),
  choices: fc.array(fc.nat(60), { minLength: 1, maxLength: 40 }),
})

test(
  'JSON with comments and trailing commas',
  () => {
    fc.assert(
      fc.property(value.map, fc.option(servers), style, fc.boolean(), launch, (rest, own, manner, end, how) => {
        const document = own === null ? rest : { ...rest, context_servers: own, last: 1 }
        const before = writeJsonc(document, manner) + (end ? manner.eol : '')
        check(
          'zed',
          before,
          (text) => parseJsonc(text, [], { allowTrailingComma: true }),
          how,
          own !== null && Object.keys(own).length > 0,
        )
      }),
      runs,
    )
  },
  timeoutMs,
)

test(
  'YAML in block and flow style',
  () => {
    const manner = fc.record({
      indent: fc.constantFrom(2, 4),
      lineWidth: fc.constantFrom(0, 40, 80),
      indentSeq: fc.boolean(),
      collectionStyle: fc.constantFrom('any' as const, 'block' as const),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
      eol: fc.constantFrom('\n', '\r\n'),
      comments: fc.boolean(),
    })
    fc.assert(
      fc.property(value.map, fc.option(servers), manner, launch, (rest, own, { eol, comments, ...options }, how) => {
        const document = own === null ? rest : { ...rest, extensions: own, last: 1 }
        const text = stringifyYaml(document, options)
        // The library's writer is not always its reader's equal; what it cannot read again is no file that exists.
        fc.pre(parseDocument(text.replaceAll('\n', eol)).errors.length === 0)
        const commented = comments ? text.replace(/^(extensions|last):/gm, '# about $1\n$1:') : text
        check('goose', commented.replaceAll('\n', eol), parseYaml, how, own !== null && Object.keys(own).length > 0)
      }),
      runs,
    )
  },
  timeoutMs,
)

test(
  'TOML in tables',
  () => {
    fc.assert(
      fc.property(value.map, fc.option(servers), fc.constantFrom('\n', '\r\n'), launch, (rest, own, eol, how) => {
        const document = own === null ? rest : { ...rest, mcp_servers: own, last: { x: 1 } }
        let text: string
        try {
          text = stringifyToml(document)
          // What the library cannot write in a way that it reads again is no input for us.
          fc.pre(
            JSON.stringify(plain(parseToml(text))) === JSON.stringify(plain(parseToml(stringifyToml(parseToml(text))))),
          )
        } catch {
          fc.pre(false)
          return
        }
        const before = `# top${eol}${text.replaceAll('\n', eol)}`
        check('codex', before, parseToml, how, own !== null && Object.keys(own).length > 0)
      }),
      runs,
    )
  },
  timeoutMs,
)
