/**
 * Looks up genotypes by rs id. Told apart: a call, a site that was read without a call, and a site that the chip does
 * not hold. Nothing is interpreted, and a site next to another is not said to be linked with it.
 */
import type { Queryable } from '../../db/database.ts'
import type { GeneticQuery, GeneticResult, GeneticService, GenotypeAnswer } from './service.ts'

const MAX_NEARBY_PER_SITE = 20
const MAX_LIMIT = 500
const MAX_NEARBY_RANGE = 10_000_000

type Sets = Awaited<ReturnType<GeneticService['sets']>>

interface StoredSet {
  [column: string]: unknown
  id: number
  fileId: number
  vendor: string
  build: string | null
  rows: number
  called: number
  file: string
  imported: Date
}

interface Call {
  [column: string]: unknown
  set_id: number
  rsid: string
  chromosome: string
  position: number
  genotype: string | null
}

export function createGeneticService({ db }: { readonly db: Queryable }): GeneticService {
  return {
    query: (userId, query) => lookUp(db, userId, query),
    hasGenotypes: async (userId) => (await storedSets(db, userId)).length > 0,
    sets: async (userId): Promise<Sets> => (await storedSets(db, userId)).map(shownSet),
  }
}

async function lookUp(db: Queryable, userId: number, query: GeneticQuery): Promise<GeneticResult> {
  // RS123 is rs123; a merged id is not resolved, because no table of merges is shipped.
  const rsids = [...new Set(query.rsids.map((rsid) => rsid.trim().toLowerCase()).filter(Boolean))]
  if (rsids.length === 0) {
    return refusal('rsid is missing.', 'Give one or more ids such as rs4988235.')
  }
  if (query.includeNearby && !(query.nearbyRange > 0)) {
    return refusal('nearby_range must be a positive number of base pairs.', 'Leave it out for 1 000 000 either side.')
  }
  const limit = Math.min(MAX_LIMIT, Math.max(1, Math.trunc(query.limit) || 1))
  const sets = await storedSets(db, userId)
  const newest = sets[0]
  if (!newest) {
    return {
      success: true,
      message: 'No genotype file has been imported, so nothing is known about these sites.',
      results: [],
      hint: 'Import the raw data file of 23andMe, AncestryDNA, MyHeritage, FTDNA or a VCF.',
    }
  }
  const asked = rsids.slice(0, limit)
  const calls = await db.query<Call>(
    `SELECT set_id, rsid, chromosome, position, genotype FROM visible_genotype
     WHERE user_id = $1 AND rsid = ANY ($2::text[]) ORDER BY chromosome, position`,
    [userId, asked],
  )
  const results = asked.map((rsid) =>
    answerFor(
      rsid,
      calls.filter((call) => call.rsid === rsid),
      sets,
    ),
  )
  const result: GeneticResult = {
    success: true,
    message: messageOf(results, calls, rsids.length - asked.length),
    results,
    set: shownSet(newest),
  }
  if (query.includeNearby) result.nearby = await nearbyOf(db, userId, results, calls, sets, query, limit)
  return result
}

/** The newest set that holds a call decides; else the newest that holds the site. */
function answerFor(rsid: string, calls: readonly Call[], sets: readonly StoredSet[]): GenotypeAnswer {
  const call = bestCall(calls, sets)
  if (!call) return { rsid, status: 'not_on_chip' }
  const set = sets.find((entry) => entry.id === call.set_id)
  return {
    rsid,
    status: call.genotype === null ? 'no_call' : 'found',
    chromosome: call.chromosome,
    position: call.position,
    ...(call.genotype === null ? {} : { genotype: call.genotype }),
    build: set?.build ?? null,
    ...(set ? { file: set.file } : {}),
  }
}

function bestCall(calls: readonly Call[], sets: readonly StoredSet[]): Call | undefined {
  const age = (call: Call) => sets.findIndex((set) => set.id === call.set_id)
  return [...calls].sort((a, b) => Number(a.genotype === null) - Number(b.genotype === null) || age(a) - age(b))[0]
}

function messageOf(results: readonly GenotypeAnswer[], calls: readonly Call[], cut: number): string {
  const of = (status: GenotypeAnswer['status']) => results.filter((result) => result.status === status).length
  const parts = [`${of('found')} found, ${of('no_call')} without a call, ${of('not_on_chip')} not on this chip.`]
  if (of('not_on_chip') > 0)
    parts.push('A site that is not on the chip was not looked at: it is not a negative result.')
  const differing = results.filter(
    (result) =>
      new Set(calls.filter((call) => call.rsid === result.rsid && call.genotype !== null).map((call) => call.genotype))
        .size > 1,
  )
  if (differing.length > 0) {
    const names = differing.map((result) => result.rsid).join(', ')
    parts.push(`Imported files differ at ${names}; the newest file with a call is shown.`)
  }
  if (cut > 0) parts.push(`${cut} further ids were left out by the limit.`)
  return parts.join(' ')
}

async function nearbyOf(
  db: Queryable,
  userId: number,
  results: readonly GenotypeAnswer[],
  calls: readonly Call[],
  sets: readonly StoredSet[],
  query: GeneticQuery,
  limit: number,
): Promise<NonNullable<GeneticResult['nearby']>> {
  const range = Math.min(MAX_NEARBY_RANGE, Math.trunc(query.nearbyRange))
  const asked = new Set(results.map((result) => result.rsid))
  const nearby: NonNullable<GeneticResult['nearby']> = []
  for (const result of results) {
    const call = bestCall(
      calls.filter((entry) => entry.rsid === result.rsid),
      sets,
    )
    if (!call) continue
    const rows = await db.query<Call & { distance: number }>(
      `SELECT rsid, chromosome, position, genotype, abs(position - $4::int) AS distance FROM visible_genotype
       WHERE user_id = $1 AND set_id = $2 AND chromosome = $3 AND position BETWEEN $4::int - $5::int AND $4::int + $5::int
         AND rsid <> $6
       ORDER BY abs(position - $4::int), position, rsid LIMIT $7`,
      [
        userId,
        call.set_id,
        call.chromosome,
        call.position,
        range,
        result.rsid,
        Math.min(MAX_NEARBY_PER_SITE, limit) + asked.size,
      ],
    )
    const others = rows.filter((row) => !asked.has(row.rsid)).slice(0, Math.min(MAX_NEARBY_PER_SITE, limit))
    for (const { rsid, chromosome, position, genotype, distance } of others) {
      nearby.push({ near: result.rsid, rsid, chromosome, position, genotype, distance })
    }
  }
  return nearby
}

/** Newest first; only sets of files that are wholly imported. */
async function storedSets(db: Queryable, userId: number): Promise<StoredSet[]> {
  return db.query<StoredSet>(
    `SELECT s.id, s.file_id AS "fileId", s.vendor, s.build, s.rows, s.called, f.name AS file, s.created_at AS imported
     FROM genotype_set s JOIN import_file f ON f.user_id = s.user_id AND f.id = s.file_id AND f.state = 'done'
     WHERE s.user_id = $1 ORDER BY s.created_at DESC, s.id DESC`,
    [userId],
  )
}

function shownSet(set: StoredSet): Sets[number] {
  const { fileId, vendor, build, rows, called, file, imported } = set
  return { fileId, vendor, build, rows, called, file, imported: imported.toISOString() }
}

function refusal(message: string, hint: string): GeneticResult {
  return { success: false, message, results: [], error: message, hint }
}
