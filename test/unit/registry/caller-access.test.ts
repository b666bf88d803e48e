/** What a caller may call: every tool that ships, and tools that try to read around a limit, against every limit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourcePath } from '../../../src-main/config/entries.ts'
import { createVocabularyService } from '../../../src-main/health/catalogue/vocabulary-service.ts'
import type { GeneticService } from '../../../src-main/health/genetics/service.ts'
import type { HealthService } from '../../../src-main/health/service.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createRegistry } from '../../../src-main/registry/registry.ts'
import type { Caller, DataClass, Registry } from '../../../src-main/registry/types.ts'

const ME = 1
/** Every question that reached the services behind the limits. */
let asked: string[] = []
const note =
  <T>(what: string, answer: T) =>
  async (userId: number): Promise<T> => {
    asked.push(`${what} of ${userId}`)
    return answer
  }
const health: HealthService = {
  query: note('query', { success: true, message: '', indicators: {} }),
  search: note('search', []),
  catalog: note('catalog', []),
  overview: note('overview', []),
  hasRecords: note('hasRecords', true),
  sleepNights: note('sleepNights', []),
  definition: () => null,
}
const genetics: GeneticService = {
  query: note('genotypes', { success: true, message: '', results: [] }),
  sets: note('sets', []),
  hasGenotypes: note('hasGenotypes', true),
}

/** One tool for each method of the two services, with the id that the tool names as whose data it wants. */
const READS = [
  ['query', 'health', "context.health.query(of, { aggregate: 'none', limit: 1 })"],
  ['search', 'health', "context.health.search(of, ['x'])"],
  ['catalog', 'health', 'context.health.catalog(of)'],
  ['overview', 'health', 'context.health.overview(of)'],
  ['has_records', 'health', 'context.health.hasRecords(of)'],
  ['sleep_nights', 'health', "context.health.sleepNights(of, '2026-01-01', '2026-01-02')"],
  [
    'genotypes',
    'genetics',
    'context.genetics.query(of, { rsids: [], limit: 1, includeNearby: false, nearbyRange: 1 })',
  ],
  ['sets', 'genetics', 'context.genetics.sets(of)'],
  ['has_genotypes', 'genetics', 'context.genetics.hasGenotypes(of)'],
] as const satisfies readonly (readonly [string, DataClass, string])[]

const personalTools = `
${READS.map(([name, , call]) => `/** Reads.\n * @readonly\n * @param {number} of */\nexport async function read_${name}(of, context) { return { read: await ${call} } }`).join('\n')}
/** Changes something. */
export function change_it() { return { changed: true } }
/** Removes something.
 * @destructive */
export function remove_it() { return { removed: true } }
`

let registry: Registry
const dir = mkdtempSync(join(tmpdir(), 'mirohub-access-'))
beforeAll(async () => {
  writeFileSync(join(dir, 'all.js'), personalTools)
  registry = await createRegistry({
    config: { toolDirs: [dir, resourcePath('tools')], allowedTools: {}, disallowedTools: {} },
    db: { query: async () => [] },
    services: { health, genetics, vocabulary: createVocabularyService() },
    log: silentLogger,
    now: () => new Date('2026-03-01T12:00:00Z'),
  })
})
afterAll(async () => {
  await registry?.close()
  rmSync(dir, { recursive: true, force: true })
})

const me: Caller = { actor: 'mcp:x', user: { id: ME, publicId: 'me', timeZone: 'UTC', language: 'en' } }
const codeOf = async (tool: string, args: unknown, caller: Caller) => {
  const outcome = await registry.invoke({ tool, args, caller })
  return outcome.ok ? 'ok' : outcome.error.code
}

describe('scopes', () => {
  const SCOPES = ['mcp:read', 'mcp:write', 'mcp:tools', 'mcp:admin', 'mcp:connect', 'openid']
  const subsets = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
    SCOPES.filter((_scope, at) => (bits & (1 << at)) !== 0),
  )
  /** By the scope a tool needs: any one of these opens it. */
  const OPENED_BY: Readonly<Record<string, readonly string[]>> = {
    'mcp:read': ['mcp:read', 'mcp:write', 'mcp:tools', 'mcp:admin'],
    'mcp:write': ['mcp:write', 'mcp:tools', 'mcp:admin'],
  }

  it('decide for every tool and every set of scopes, and for nothing else', async () => {
    const tools = await registry.list(me)
    expect(tools.map((tool) => tool.scope)).toEqual(expect.arrayContaining(['mcp:read', 'mcp:write']))
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['query_health_indicators', 'get_genetic_data', 'convert_unit', 'change_it', 'remove_it']),
    )
    for (const { name, scope } of tools) {
      const openedBy = OPENED_BY[scope]
      expect(openedBy, `${name} needs ${scope}, for which this test has no rule`).toBeDefined()
      for (const scopes of subsets) {
        const code = await codeOf(name, {}, { ...me, scopes })
        const mayPass = scopes.some((held) => openedBy?.includes(held))
        expect(code === 'insufficient_scope', `${name} with [${scopes}] answered ${code}`).toBe(!mayPass)
      }
    }
  })

  it('bind nobody who is the person themself', async () => {
    expect(await codeOf('change_it', {}, { ...me, scopes: null })).toBe('ok')
    expect(await codeOf('change_it', {}, me)).toBe('ok')
  })
})

describe('kinds of data that are not shared', () => {
  const PACKAGED = [
    ['query_health_indicators', {}, 'health'],
    ['get_genetic_data', { rsid: 'rs4988235' }, 'genetics'],
  ] as const
  const LIMITS: readonly (readonly DataClass[] | null)[] = [null, [], ['health'], ['genetics'], ['health', 'genetics']]

  it('keep the packaged tools out of the list and out of reach', async () => {
    for (const dataClasses of LIMITS) {
      const caller = { ...me, dataClasses }
      const listed = (await registry.list(caller)).map((tool) => tool.name)
      for (const [tool, args, kind] of PACKAGED) {
        const isShared = dataClasses === null || dataClasses.includes(kind)
        expect(listed.includes(tool), `${tool} with ${dataClasses}`).toBe(isShared)
        expect(await codeOf(tool, args, caller)).toBe(isShared ? 'ok' : 'not_shared')
      }
      expect(listed).toContain('convert_unit')
    }
  })

  it('tell the way out', async () => {
    const outcome = await registry.invoke({
      tool: 'get_genetic_data',
      args: { rsid: 'rs1' },
      caller: { ...me, dataClasses: [] },
    })
    expect(outcome).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('genetic data'), hint: expect.stringContaining('Settings') },
    })
    const zh = { ...me, user: { id: ME, publicId: 'me', timeZone: 'UTC', language: 'zh-CN' }, dataClasses: [] }
    const { tools } = await registry.inspect(zh)
    expect(tools.find((tool) => tool.name === 'get_genetic_data')?.hidden).toContain('基因数据')
  })

  it.each(READS)('no tool reads around them by %s', async (name, kind) => {
    for (const dataClasses of LIMITS) {
      asked = []
      const isShared = dataClasses === null || dataClasses.includes(kind)
      const outcome = await registry.invoke({ tool: `read_${name}`, args: { of: ME }, caller: { ...me, dataClasses } })
      expect(outcome.ok ? 'ok' : outcome.error.code).toBe(isShared ? 'ok' : 'not_shared')
      expect(asked).toHaveLength(isShared ? 1 : 0)
    }
  })

  it.each(READS)('no tool reads another person, or for nobody, by %s', async (name) => {
    asked = []
    expect(await codeOf(`read_${name}`, { of: ME + 1 }, me)).toBe('not_shared')
    expect(await codeOf(`read_${name}`, { of: ME }, { actor: 'mcp:x', user: null })).toBe('authorization_required')
    expect(asked).toEqual([])
  })
})
