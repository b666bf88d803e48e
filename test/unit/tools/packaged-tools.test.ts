/** The packaged tools as they lie in `tools/`: their arguments, and what they hand to the services. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourcePath } from '../../../src-main/config/entries.ts'
import { createVocabularyService } from '../../../src-main/health/catalogue/vocabulary-service.ts'
import type { GeneticQuery, GeneticService } from '../../../src-main/health/genetics/service.ts'
import type { HealthService } from '../../../src-main/health/service.ts'
import type { IndicatorQuery } from '../../../src-main/health/types.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createRegistry } from '../../../src-main/registry/registry.ts'
import type { Registry } from '../../../src-main/registry/types.ts'

let registry: Registry
const asked: { indicators: IndicatorQuery[]; genes: GeneticQuery[] } = { indicators: [], genes: [] }
const unused = async () => {
  throw new Error('not asked here')
}

beforeAll(async () => {
  const health: HealthService = {
    query: async (_, query) => {
      asked.indicators.push(query)
      return { success: true, message: 'Ok', indicators: {} }
    },
    search: unused,
    catalog: unused,
    overview: unused,
    sleepNights: unused,
    hasRecords: async () => true,
    definition: () => null,
  }
  const genetics: GeneticService = {
    query: async (_, query) => {
      asked.genes.push(query)
      return { success: true, message: 'Ok', results: [] }
    },
    hasGenotypes: async () => true,
    sets: unused,
  }
  registry = await createRegistry({
    config: { toolDirs: [resourcePath('tools')], allowedTools: {}, disallowedTools: {} },
    db: { query: async () => [] },
    services: { health, genetics, vocabulary: createVocabularyService() },
    log: silentLogger,
    now: () => new Date('2025-07-16T12:00:00Z'),
  })
})
afterAll(() => registry.close())

const caller = { actor: 'test', user: { id: 1, publicId: 'p', timeZone: 'UTC', language: 'en' } }
const call = async (tool: string, args: unknown) => {
  const outcome = await registry.invoke({ tool, args, caller })
  return outcome.ok ? (outcome.result as Record<string, unknown>) : outcome.error
}
const query = async (args: unknown) => {
  await call('query_health_indicators', args)
  return asked.indicators.at(-1)
}

it('are five, load without a warning and only read', async () => {
  const { tools, warnings } = await registry.inspect(caller)
  expect(warnings).toEqual([])
  expect(tools.map((t) => [t.name, t.needsIdentity, t.scope])).toEqual([
    ['convert_unit', false, 'mcp:read'],
    ['get_genetic_data', true, 'mcp:read'],
    ['normalize_unit', false, 'mcp:read'],
    ['query_health_indicators', true, 'mcp:read'],
    ['resolve_indicator', false, 'mcp:read'],
  ])
})

describe('query_health_indicators', () => {
  it('passes exact dates and its defaults, and no window that was not asked', async () => {
    expect(await query({})).toEqual({ aggregate: 'none', limit: 50 })
    expect(
      await query({
        keywords: 'HRV, heart rate',
        start_time: '2025-06-01',
        end_time: '2025-06-30',
        aggregate: 'stats',
      }),
    ).toEqual({
      keywords: ['HRV', 'heart rate'],
      startDate: '2025-06-01',
      endDate: '2025-06-30',
      aggregate: 'stats',
      limit: 50,
    })
    expect(await query({ indicators: '["steps"]', start_time: '2025-06-01T00:00:00', end_time: 'null' })).toMatchObject(
      {
        indicators: ['steps'],
        startDate: '2025-06-01',
      },
    )
    expect(await query({ keywords: ['', ' '] })).toEqual({ aggregate: 'none', limit: 50 })
  })
  it.each([
    [{ start_time: '2025-02-30' }, 'start_time: the calendar has no such day.'],
    [{ end_time: '06/30/2025' }, 'end_time must be a local date'],
    // A moment in UTC is another day for most of the world, so it is not cut to a date.
    [{ start_time: '2025-06-01T00:00:00Z' }, 'start_time must be a local date'],
    [{ start_time: '2025-07-01', end_time: '2025-06-01' }, 'start_time 2025-07-01 is after end_time 2025-06-01.'],
  ])('says what is wrong with %j', async (args, error) => {
    const before = asked.indicators.length
    expect(await call('query_health_indicators', args)).toMatchObject({
      success: false,
      error: expect.stringContaining(error),
    })
    expect(asked.indicators.length).toBe(before)
  })
  it('refuses a limit out of bounds and an unknown aggregate by name', async () => {
    expect(await call('query_health_indicators', { limit: 501 })).toMatchObject({
      message: expect.stringContaining('limit must be <= 500'),
    })
    expect(await call('query_health_indicators', { aggregate: 'hour' })).toMatchObject({
      message: expect.stringContaining('"none", "stats", "day", "week", "month"'),
    })
  })
})

describe('get_genetic_data', () => {
  it('takes one marker, a list or a joined text, and looks nowhere near unless asked', async () => {
    for (const rsid of ['rs1, RS22;i5000123', ['rs1', 'RS22', 'i5000123'], '["rs1","RS22","i5000123"]']) {
      await call('get_genetic_data', { rsid })
      expect(asked.genes.at(-1)).toEqual({
        rsids: ['rs1', 'RS22', 'i5000123'],
        limit: 100,
        includeNearby: false,
        nearbyRange: 1_000_000,
      })
    }
  })
  it('does not call a typing error a marker that is not on the chip', async () => {
    expect(await call('get_genetic_data', { rsid: 'lactase' })).toMatchObject({
      success: false,
      error: expect.stringContaining('position 1'),
    })
    expect(await call('get_genetic_data', { rsid: [] })).toMatchObject({ success: false })
    expect(await call('get_genetic_data', {})).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('rsid'),
    })
  })
})

describe('the vocabulary', () => {
  it('answers in order and counts what it knows', async () => {
    expect(await call('resolve_indicator', { names: ['静息心率', 'blood pressure', 'qwertz'] })).toMatchObject({
      message: '1/3 resolved',
      results: [
        { name: '静息心率', resolved: true, key: 'resting_heart_rate' },
        { resolved: false },
        { resolved: false },
      ],
    })
    expect(await call('normalize_unit', { units: ['mg/dl', 'zorkmid'] })).toMatchObject({
      message: '1/2 recognised',
      results: [{ ucum: 'mg/dL' }, { ucum: '' }],
    })
  })
  it('converts, or says why not: 100 mg/dL of glucose are 5.55 mmol/L, and of nothing named they are no number', async () => {
    const glucose = await call('convert_unit', {
      value: 100,
      from_unit: 'mg/dL',
      to_unit: 'mmol/L',
      loinc_code: '2345-7',
    })
    expect((glucose as { value: number }).value).toBeCloseTo(5.55, 2)
    expect(await call('convert_unit', { value: '100', from_unit: 'mg/dL', to_unit: 'mmol/L' })).toMatchObject({
      success: true,
      value: null,
      reason: expect.any(String),
    })
  })
  it('refuses empty and overlong lists', async () => {
    expect(await call('resolve_indicator', { names: [] })).toMatchObject({ code: 'invalid_arguments' })
    expect(await call('normalize_unit', { units: [' '] })).toMatchObject({ success: false })
    expect(await call('normalize_unit', { units: Array.from({ length: 201 }, () => 'kg') })).toMatchObject({
      code: 'invalid_arguments',
    })
  })
})
