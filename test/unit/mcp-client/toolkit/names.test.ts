/** Names of servers' tools: what providers take, never two the same, never one that passes for another. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giveNames, type NamingServer } from '../../../../src-main/mcp-client/toolkit/name-clashes.ts'
import { hashedName, plainName, prefixedName } from '../../../../src-main/mcp-client/toolkit/offered-names.ts'

describe('a name', () => {
  it('is server and tool as they are, where providers take them', () => {
    expect(prefixedName('memory', 'search_nodes')).toBe('memory__search_nodes')
    expect(plainName('memory', 'search-nodes')).toBe('search-nodes')
  })
  it('is cut to 64 characters with a hash that tells apart what was cut off', () => {
    const [a, b] = ['x', 'y'].map((end) => prefixedName('files', `${'very_long_tool_name_'.repeat(4)}${end}`))
    expect(a).toHaveLength(64)
    expect(a).toMatch(/^files__very_long_tool_name_[a-z_]*_[0-9a-f]{8}$/)
    expect(a).not.toBe(b)
  })
  it('is the same at every start', () => {
    // Worked out with sha256sum over "s", NUL, "get.it".
    expect(prefixedName('s', 'get.it')).toBe('s__get_it_bac43692')
  })
  it('keeps two apart that differ only in what is not allowed', () => {
    expect(new Set(['a.b', 'a b', 'a_b', 'a/b', 'аb'].map((tool) => prefixedName('s', tool))).size).toBe(5)
  })
  it('begins with a letter or _, as Gemini wants', () => {
    expect(prefixedName('1mcp', 'x')).toBe('_1mcp__x')
  })
  it('is one that every provider takes, whatever the tool is called', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9-]{1,24}$/),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (slug, tool) => {
          for (const name of [prefixedName(slug, tool), plainName(slug, tool), hashedName(slug, tool)])
            expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
        },
      ),
    )
  })
})

type Clash = NamingServer['settings']['clash']
const server = (
  slug: string,
  tools: readonly (string | { name: string; alias?: string; isOffered?: boolean })[],
  clash: Clash = 'rename',
  prefix = false,
): NamingServer => ({
  id: `id-${slug}`,
  slug,
  name: slug.toUpperCase(),
  settings: { prefix, clash },
  tools: tools.map((tool) =>
    typeof tool === 'string' ? { name: tool, alias: null, isOffered: true } : { alias: null, isOffered: true, ...tool },
  ),
})
const own = new Set(['get_health_record', 'convert_unit'])
const fixed = new Set(['external_servers'])
const give = (...servers: NamingServer[]) => {
  const given = giveNames(servers, own, fixed)
  return (slug: string, tool: string) => given.get(`id-${slug}`)?.get(tool)
}

describe('X4: a name that is taken', () => {
  it('is another one with the server in it, by default', () => {
    const of = give(server('a', ['echo', 'get_health_record']), server('b', ['echo']))
    expect(of('a', 'echo')).toEqual({ name: 'echo', overrides: false, refused: null })
    expect(of('b', 'echo')).toMatchObject({ name: 'b__echo', refused: null })
    expect(of('a', 'get_health_record')).toMatchObject({
      name: 'a__get_health_record',
      overrides: false,
      refused: null,
    })
  })
  it('keeps the tool away and says whose it is (skip)', () => {
    const of = give(server('a', ['echo']), server('b', ['echo', 'convert_unit', 'other'], 'skip'))
    expect(of('b', 'echo')?.refused?.en).toContain('The server A has a tool named echo')
    expect(of('b', 'convert_unit')?.refused?.en).toContain('Mirohub has a tool named convert_unit')
    expect(of('b', 'other')?.refused).toBeNull()
  })
  it('keeps the whole server away (refuse)', () => {
    const of = give(server('a', ['echo']), server('b', ['echo', 'other'], 'refuse'))
    expect(of('b', 'other')?.refused?.en).toContain('echo')
    expect(of('a', 'echo')?.refused).toBeNull()
  })
  it('goes to the server that may take it, and the other is told (override)', () => {
    const of = give(server('a', ['echo']), server('b', ['echo', 'convert_unit'], 'override'))
    expect(of('b', 'echo')).toEqual({ name: 'echo', overrides: false, refused: null })
    expect(of('a', 'echo')?.refused?.en).toContain('B')
    expect(of('b', 'convert_unit')).toEqual({ name: 'convert_unit', overrides: true, refused: null })
  })
  it('stays with the first of two servers that may take it', () => {
    const of = give(server('a', ['echo'], 'override'), server('b', ['echo'], 'override'))
    expect(of('a', 'echo')).toMatchObject({ name: 'echo', refused: null })
    expect(of('b', 'echo')).toMatchObject({ name: 'b__echo', refused: null })
  })
  it('is never that of a tool that tells the truth about servers', () => {
    const of = give(server('a', ['external_servers'], 'override'))
    expect(of('a', 'external_servers')).toMatchObject({ name: 'a__external_servers', overrides: false })
  })
  it('is not taken by a plain name that looks like one with a server in it', () => {
    const of = give(server('evil', ['memory__search'], 'override'), server('memory', ['search'], 'rename', true))
    expect(of('memory', 'search')?.name).toBe('memory__search')
    // The person allowed evil to take names; it takes it openly, and memory is told so.
    const renaming = give(server('evil', ['memory__search']), server('memory', ['search'], 'rename', true))
    expect(renaming('memory', 'search')).toMatchObject({ name: 'memory__search', refused: null })
    expect(renaming('evil', 'memory__search')?.name).toBe('evil__memory__search')
  })
  it('still belongs to a server that is switched off just now', () => {
    const of = give(server('b', ['echo']), server('a', [{ name: 'echo', alias: 'echo', isOffered: false }]))
    expect(of('b', 'echo')?.name).toBe('b__echo')
  })
})

it('gives no name twice, whatever servers do', () => {
  const tool = fc.constantFrom('echo', 'a.b', 'a_b', 's0__echo', 'convert_unit', 'external_servers', 'x'.repeat(80))
  const clash = fc.constantFrom<Clash>('rename', 'skip', 'override', 'refuse')
  const one = fc.tuple(fc.uniqueArray(tool), clash, fc.boolean(), fc.boolean())
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (made) => {
      const servers = made.map(([tools, how, prefix, isOffered], at) =>
        server(
          `s${at}`,
          tools.map((name) => ({ name, isOffered })),
          how,
          prefix,
        ),
      )
      const given = giveNames(servers, own, fixed)
      const offered = servers.flatMap(({ id, tools }) =>
        tools.flatMap(({ name, isOffered }) => {
          const got = given.get(id)?.get(name)
          expect(got).toBeDefined()
          return isOffered && got !== undefined && got.refused === null ? [got] : []
        }),
      )
      expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length)
      for (const { name, overrides } of offered) {
        expect(fixed.has(name)).toBe(false)
        expect(own.has(name)).toBe(overrides)
      }
    }),
  )
})
