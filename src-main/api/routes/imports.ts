/** Imports: start, follow, cancel, history, undo, sample data. */
import { ORPCError } from '@orpc/server'
import { api, requireOwner } from '../base.ts'

const start = api.imports.start.handler(async ({ context, input }) => {
  const { imports, uploads } = context.services
  const paths = input.items.map((item) => {
    if ('upload' in item) {
      const path = uploads.take(item.upload)
      if (path === null) throw new ORPCError('NOT_FOUND', { message: 'This upload is gone. Drop the file again.' })
      return path
    }
    requireOwner(context, 'Importing by path')
    return item.path
  })
  return { jobs: paths.map((path) => ({ jobId: imports.start(context.profile.id, path).jobId, path })) }
})

const pick = api.imports.pick.handler(async ({ context }) => {
  requireOwner(context, 'The file dialog')
  return { paths: context.services.shell === null ? [] : await context.services.shell.pickFiles() }
})

export const importRoutes = {
  start,
  pick,
  jobs: api.imports.jobs.handler(({ context }) => context.services.imports.jobs(context.profile.id)),
  follow: api.imports.follow.handler(async function* ({ context, input, signal }) {
    yield* context.services.imports.follow(input.jobId, signal)
  }),
  cancel: api.imports.cancel.handler(async ({ context, input }) => ({
    cancelled: await context.services.imports.cancel(input.jobId),
  })),
  history: api.imports.history.handler(({ context }) => context.services.imports.history(context.profile.id)),
  undo: api.imports.undo.handler(({ context, input }) => context.services.imports.undo(context.profile.id, input.id)),
  removeAbsent: api.imports.removeAbsent.handler(({ context, input }) =>
    context.services.imports.removeAbsent(context.profile.id, input.id),
  ),
  addSampleData: api.imports.addSampleData.handler(({ context }) =>
    context.services.imports.addSampleData(context.profile.id),
  ),
  removeSampleData: api.imports.removeSampleData.handler(({ context }) =>
    context.services.imports.removeSampleData(context.profile.id),
  ),
}
