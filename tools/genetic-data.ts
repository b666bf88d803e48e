/** Genotypes from the person's own DNA file, looked up by marker and never interpreted. */
import type { GeneticResult } from '../src-main/health/genetics/service.ts'
import type { ToolContext, UserInfo } from '../src-main/registry/types.ts'

type integer = number

/**
 * Looks up this person's genotypes by rsID in the DNA file they imported (23andMe, AncestryDNA, MyHeritage, FTDNA, VCF).
 *
 * How to read the answer: each marker is `found`, `no_call` (on the chip, but it could not be read) or `not_on_chip`
 * (never measured). Absent is not negative: chips read a small part of the genome, so a marker that is missing says
 * nothing about the person. Genotypes are unphased and given as the file has them; mind the build and strand. Report
 * the genotype, and do not derive a risk, a diagnosis or advice on medicines from it. Sites that lie near are only
 * near: closeness is not linkage.
 *
 * @title Get genetic data
 * @param rsid One marker or several, such as "rs4988235", or "rs4988235, rs1801133".
 * @param limit Most markers to answer.
 * @param include_nearby Also list the closest measured sites around each hit. Off by default: nobody asked for them, and what lies near says nothing by itself.
 * @param nearby_range Base pairs to look on each side, for include_nearby.
 * @range limit 1 1000
 * @range nearby_range 1 10000000
 * @returns The markers in the order asked, each with status, chromosome, position, genotype, build and file.
 */
export async function get_genetic_data(
  rsid: string[] | string,
  limit: integer = 100,
  include_nearby = false,
  nearby_range: integer = 1_000_000,
  user_info: UserInfo,
  context: ToolContext,
): Promise<GeneticResult> {
  if (!user_info || !context.user) return refused('Authorization required.', 'Sign in, or send a bearer token.')
  const asked = (Array.isArray(rsid) ? rsid : [rsid])
    .flatMap((text) => text.split(/[\s,，、;；]+/))
    .filter((t) => t !== '')
  if (asked.length === 0) return refused('rsid names no marker.', 'Give at least one rsID, such as rs4988235.')
  // Vendors have markers of their own beside rs numbers (i5000123, kgp12345, VGXS35706).
  const odd = asked.flatMap((id, at) => (/^[a-z][a-z0-9_.:-]{0,39}\d$/i.test(id) ? [] : [at + 1]))
  if (odd.length > 0)
    return refused(
      `rsid: not a marker name at position ${odd.slice(0, 5).join(', ')} of ${asked.length}.`,
      'Markers look like rs4988235 or i5000123.',
    )
  return context.genetics.query(context.user.id, {
    rsids: asked,
    limit,
    includeNearby: include_nearby,
    nearbyRange: nearby_range,
  })
}

function refused(error: string, hint: string): GeneticResult {
  return { success: false, message: error, results: [], error, hint }
}
