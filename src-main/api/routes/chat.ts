/** Conversations and runs. */
import { ORPCError } from '@orpc/server'
import { callerUser } from '../../profiles/caller-user.ts'
import { api } from '../base.ts'
import { freshProfile } from './app.ts'

const gone = () => new ORPCError('NOT_FOUND', { message: 'This conversation is gone.' })

export const chatRoutes = {
  conversations: api.chat.conversations.handler(({ context, input }) =>
    context.services.chat.conversations(context.profile.id, input.search),
  ),
  messages: api.chat.messages.handler(({ context, input }) =>
    context.services.chat.messages(context.profile.id, input.conversationId),
  ),
  send: api.chat.send.handler(async function* ({ context, input }) {
    const user = callerUser(await freshProfile(context))
    // The runner keeps going when this stream is left: an answer is never lost with a closed window.
    yield* context.services.runner.send({
      user,
      conversationId: input.conversationId,
      question: input.question,
      agent: input.agent,
    })
  }),
  stop: api.chat.stop.handler(async ({ context, input }) => ({
    stopped: await context.services.runner.stop(input.runId),
  })),
  rename: api.chat.rename.handler(async ({ context, input }) => {
    const view = await context.services.chat.rename(context.profile.id, input.conversationId, input.title)
    if (view === null) throw gone()
    context.services.events.publish('hub', { type: 'conversations-changed' })
    return view
  }),
  remove: api.chat.remove.handler(async ({ context, input }) => {
    const removed = await context.services.chat.remove(context.profile.id, input.conversationId)
    context.services.events.publish('hub', { type: 'conversations-changed' })
    return { removed }
  }),
  suggestions: api.chat.suggestions.handler(async ({ context }) =>
    context.services.suggestions(callerUser(await freshProfile(context))),
  ),
}
