/** Health pages: overview, one indicator, raw rows, genetics. Numbers are in the person's answer units. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

const kind = z.enum(['cumulative', 'instant', 'interval', 'lab', 'event', 'sleep'])
const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional()

export const indicatorOverview = z.object({
  key: z.string(),
  name: z.string(),
  nameZh: z.string(),
  unit: z.string(),
  unitLabel: z.string(),
  kind,
  group: z.string(),
  digits: z.number(),
  count: z.number(),
  firstDate: z.string(),
  lastDate: z.string(),
  latest: z.number().nullable(),
  recent: z.array(z.tuple([z.string(), z.number().nullable()])),
  usual: z.number().nullable(),
})
export type IndicatorOverviewView = z.infer<typeof indicatorOverview>

export const indicatorResult = z.object({
  success: z.boolean(),
  message: z.string(),
  indicators: z.record(
    z.string(),
    z.object({
      name: z.string(),
      code: z.string(),
      unit: z.string(),
      kind,
      count: z.number(),
      rows: z.array(z.record(z.string(), scalar)).optional(),
      stats: z
        .object({
          count: z.number(),
          numeric_count: z.number(),
          days: z.number(),
          min: z.number().nullable(),
          max: z.number().nullable(),
          avg: z.number().nullable(),
          median: z.number().nullable(),
          first: z.union([z.number(), z.string()]).nullable(),
          first_date: z.string().nullable(),
          last: z.union([z.number(), z.string()]).nullable(),
          last_date: z.string().nullable(),
          change: z.number().nullable(),
        })
        .optional(),
      coverage: z.object({ first_date: z.string().nullable(), last_date: z.string().nullable(), days: z.number() }),
      sources: z.array(z.string()),
      method: z.string(),
    }),
  ),
  truncated: z.union([z.record(z.string(), z.number()), z.string()]).optional(),
  error: z.string().optional(),
  hint: z.string().optional(),
})
export type IndicatorResultView = z.infer<typeof indicatorResult>

export const sleepNightView = z.object({
  date: z.string(),
  start: z.string(),
  end: z.string(),
  isMain: z.boolean(),
  asleep: z.number().nullable(),
  inBed: z.number().nullable(),
  deep: z.number().nullable(),
  rem: z.number().nullable(),
  core: z.number().nullable(),
  awake: z.number().nullable(),
  efficiency: z.number().nullable(),
  source: z.string(),
})
export type SleepNightView = z.infer<typeof sleepNightView>

export const healthContract = {
  overview: oc.output(z.array(indicatorOverview)),
  /** The same answer as the tool gives, for one indicator. */
  series: oc
    .input(
      z.object({
        key: z.string(),
        aggregate: z.enum(['none', 'stats', 'day', 'week', 'month']),
        startDate: localDate.optional(),
        endDate: localDate.optional(),
        limit: z.number().int().min(1).max(500).optional(),
      }),
    )
    .output(indicatorResult),
  sleepNights: oc.input(z.object({ startDate: localDate, endDate: localDate })).output(z.array(sleepNightView)),
  genotypeSets: oc.output(
    z.array(
      z.object({
        fileId: z.number(),
        vendor: z.string(),
        build: z.string().nullable(),
        rows: z.number(),
        called: z.number(),
        file: z.string(),
        imported: z.string(),
      }),
    ),
  ),
  genotypes: oc
    .input(z.object({ rsids: z.array(z.string()).min(1).max(50), includeNearby: z.boolean().default(false) }))
    .output(
      z.object({
        success: z.boolean(),
        message: z.string(),
        results: z.array(
          z.object({
            rsid: z.string(),
            status: z.enum(['found', 'no_call', 'not_on_chip']),
            chromosome: z.string().optional(),
            position: z.number().optional(),
            genotype: z.string().optional(),
            build: z.string().nullable().optional(),
            file: z.string().optional(),
          }),
        ),
        nearby: z
          .array(
            z.object({
              near: z.string(),
              rsid: z.string(),
              chromosome: z.string(),
              position: z.number(),
              genotype: z.string().nullable(),
              distance: z.number(),
            }),
          )
          .optional(),
      }),
    ),
}
