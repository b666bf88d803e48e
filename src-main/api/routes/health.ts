/** Health pages: the same answers as the tools give. */
import { api } from '../base.ts'

export const healthRoutes = {
  overview: api.health.overview.handler(({ context }) => context.services.health.overview(context.profile.id)),
  series: api.health.series.handler(({ context, input }) =>
    context.services.health.query(context.profile.id, {
      indicators: [input.key],
      startDate: input.startDate,
      endDate: input.endDate,
      aggregate: input.aggregate,
      limit: input.limit ?? 500,
    }),
  ),
  sleepNights: api.health.sleepNights.handler(({ context, input }) =>
    context.services.health.sleepNights(context.profile.id, input.startDate, input.endDate),
  ),
  genotypeSets: api.health.genotypeSets.handler(({ context }) => context.services.genetics.sets(context.profile.id)),
  genotypes: api.health.genotypes.handler(({ context, input }) =>
    context.services.genetics.query(context.profile.id, {
      rsids: input.rsids,
      limit: 50,
      includeNearby: input.includeNearby,
      nearbyRange: 1_000_000,
    }),
  ),
}
