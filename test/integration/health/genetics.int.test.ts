/** Genotypes: found, no call and not on the chip are three answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGeneticService } from '../../../src-main/health/genetics/genetic-service.ts'
import type { GeneticQuery, GeneticService } from '../../../src-main/health/genetics/service.ts'
import { openRecordStore, type RecordStore } from './record-store.ts'

let store: RecordStore
let genetics: GeneticService

type Site = [rsid: string, chromosome: string, position: number, genotype: string | null]

async function addSet(userId: number, state: string, file: string, sites: readonly Site[]): Promise<void> {
  const [row] = await store.db.query<{ id: number }>(
    `INSERT INTO import_file (user_id, job_id, name, format, size_bytes, state, is_sample, read, imported, duplicates,
       skipped, absent, summary, started_at)
     VALUES ($1, gen_random_uuid(), $2, '23andme', 1, $3, false, 0, 0, 0, 0, 0, '{}', now()) RETURNING id`,
    [userId, file, state],
  )
  const [set] = await store.db.query<{ id: number }>(
    `INSERT INTO genotype_set (user_id, file_id, vendor, build, rows, called, created_at)
     VALUES ($1, $2, '23andMe', 'GRCh37', $3, $4, now()) RETURNING id`,
    [userId, row?.id, sites.length, sites.filter((site) => site[3] !== null).length],
  )
  for (const [rsid, chromosome, position, genotype] of sites) {
    await store.db.query(
      `INSERT INTO genotype (user_id, set_id, chromosome, position, rsid, genotype) VALUES ($1, $2, $3, $4, $5, $6)`,
      [userId, set?.id, chromosome, position, rsid, genotype],
    )
  }
}

const ask = (userId: number, rsids: string[], rest: Partial<GeneticQuery> = {}) =>
  genetics.query(userId, { rsids, limit: 100, includeNearby: false, nearbyRange: 1_000_000, ...rest })

beforeAll(async () => {
  store = await openRecordStore()
  genetics = createGeneticService({ db: store.db })
  await addSet(1, 'done', 'genome.txt', [
    ['rs4988235', '2', 136608646, 'AG'],
    ['rs182549', '2', 136616754, 'CT'],
    ['rs1000', '2', 136608000, 'AA'],
    ['rs2000', '2', 139000000, 'GG'],
    ['rs3000', '3', 136608647, 'TT'],
    ['i5000123', '2', 136608700, null],
  ])
  await addSet(2, 'loading', 'half.txt', [['rs1', '1', 1, 'AA']])
})
afterAll(async () => {
  await store?.close()
})

describe('look-up', () => {
  it('keeps the order asked, folds case and repeats, and tells the three answers apart', async () => {
    const result = await ask(1, ['RS182549', 'rs4988235', 'rs999', 'I5000123', 'rs4988235'])
    expect(result.results.map(({ rsid, status, genotype }) => [rsid, status, genotype])).toEqual([
      ['rs182549', 'found', 'CT'],
      ['rs4988235', 'found', 'AG'],
      ['rs999', 'not_on_chip', undefined],
      ['i5000123', 'no_call', undefined],
    ])
    expect(result.results[0]).toMatchObject({
      chromosome: '2',
      position: 136616754,
      build: 'GRCh37',
      file: 'genome.txt',
    })
    expect(result.message).toContain('not a negative result')
    expect(result.set).toMatchObject({ vendor: '23andMe', rows: 6, called: 5 })
    expect(result.nearby).toBeUndefined()
  })

  it('lists neighbours on the same chromosome within the range, nearest first', async () => {
    const result = await ask(1, ['rs4988235'], { includeNearby: true })
    expect(result.nearby?.map(({ near, rsid, distance }) => [near, rsid, distance])).toEqual([
      ['rs4988235', 'i5000123', 54],
      ['rs4988235', 'rs1000', 646],
      ['rs4988235', 'rs182549', 8108],
    ])
    expect((await ask(1, ['rs4988235'], { includeNearby: true, nearbyRange: 100 })).nearby).toHaveLength(1)
  })

  it('knows nothing without a file, and nothing of a file that is still loading', async () => {
    expect(await genetics.hasGenotypes(2)).toBe(false)
    const result = await ask(2, ['rs1'])
    expect(result).toMatchObject({ success: true, results: [] })
    expect(await genetics.hasGenotypes(1)).toBe(true)
    expect(await genetics.sets(1)).toMatchObject([{ file: 'genome.txt', called: 5 }])
  })

  it('names the missing parameter', async () => {
    const result = await ask(1, [' '])
    expect(result.success).toBe(false)
    expect(result.message).toContain('rsid')
  })

  it('shows the newest call where files differ, and says that they do', async () => {
    await addSet(3, 'done', 'old.txt', [['rs7', '7', 700, 'CC']])
    await addSet(3, 'done', 'new.txt', [['rs7', '7', 700, 'CT']])
    const result = await ask(3, ['rs7'])
    expect(result.results).toMatchObject([{ genotype: 'CT', file: 'new.txt' }])
    expect(result.message).toContain('differ at rs7')
  })
})
