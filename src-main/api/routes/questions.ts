/** Questions that wait for the person. */
import { api } from '../base.ts'

export const questionRoutes = {
  list: api.questions.list.handler(({ context }) => context.services.desk.pending(context.profile.id)),
  answer: api.questions.answer.handler(({ context, input }) => ({
    taken: context.services.desk.answer(context.profile.id, input.id, input.answer),
  })),
}
