/** What runs wait for, the person's answers to it, and those that are remembered. */
import { api } from '../base.ts'

export const waitingRoutes = {
  waiting: api.chat.waiting.handler(({ context }) => context.services.approvals.pending(context.profile.id)),
  decide: api.chat.decide.handler(({ context, input: { id, decision, reason } }) => ({
    taken: context.services.approvals.answer(context.profile.id, id, decision, reason),
  })),
  answerQuestion: api.chat.answerQuestion.handler(({ context, input: { id, answer } }) => ({
    taken: context.services.approvals.answerQuestion(context.profile.id, id, answer),
  })),
  grants: api.chat.grants.handler(({ context }) => context.services.approvals.grants(context.profile.id)),
  revokeGrant: api.chat.revokeGrant.handler(async ({ context, input }) => ({
    revoked: await context.services.approvals.revoke(context.profile.id, input.id),
  })),
}
