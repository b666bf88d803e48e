/** Conversations and runs: what is asked, what is shown of it, and what becomes of it. */
import { ORPCError } from '@orpc/server'
import { exportConversation } from '../../chat/export.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { api } from '../base.ts'
import type { ApiServices, RpcContext } from '../context.ts'
import type { ConversationView } from '../contract/chat.ts'
import { freshProfile } from './app.ts'
import { chatFileRoutes } from './chat-files.ts'
import { waitingRoutes } from './chat-waiting.ts'

const gone = () => new ORPCError('NOT_FOUND', { message: 'This conversation is gone.' })
const noMessage = () => new ORPCError('NOT_FOUND', { message: 'This message is not in the conversation any more.' })

const changed = ({ services }: { services: ApiServices }) =>
  services.events.publish('hub', { type: 'conversations-changed' })

/** Who asks, in the language and zone that they have now. The page that asks is there to be asked back. */
const asker = async (context: RpcContext) => ({
  user: callerUser(await freshProfile(context)),
  isAttended: true,
})

/** With what goes on in it now, which the store does not know. */
function lively(context: RpcContext, view: ConversationView): ConversationView {
  return { ...view, activity: context.services.runner.activity(context.profile.id).get(view.id) ?? null }
}

function livelyOr(context: RpcContext, view: ConversationView | null): ConversationView {
  if (view === null) throw gone()
  changed(context)
  return lively(context, view)
}

export const chatRoutes = {
  ...waitingRoutes,
  ...chatFileRoutes,
  conversations: api.chat.conversations.handler(async ({ context, input }) => {
    const activity = context.services.runner.activity(context.profile.id)
    const views = await context.services.chat.conversations(context.profile.id, input.search)
    return views.map((view) => ({ ...view, activity: activity.get(view.id) ?? null }))
  }),
  messages: api.chat.messages.handler(({ context, input }) =>
    context.services.chat.messages(context.profile.id, input.conversationId),
  ),
  // The runner keeps going when one of these streams is left: an answer is never lost with a closed window.
  send: api.chat.send.handler(async function* ({ context, input }) {
    const { parentId, ...question } = input
    const place = parentId === undefined ? {} : { parentId }
    yield* context.services.runner.send({ ...question, ...place, ...(await asker(context)) })
  }),
  regenerate: api.chat.regenerate.handler(async function* ({ context, input }) {
    const { agent, model, ...place } = input
    const choice = { ...(agent === undefined ? {} : { agent }), ...(model === undefined ? {} : { model }) }
    yield* context.services.runner.regenerate({ ...place, ...choice, ...(await asker(context)) })
  }),
  resume: api.chat.resume.handler(async function* ({ context, input }) {
    yield* context.services.runner.resume({ ...input, ...(await asker(context)) })
  }),
  follow: api.chat.follow.handler(async function* ({ context, input }) {
    yield* context.services.runner.follow(context.profile.id, input.runId)
  }),
  stop: api.chat.stop.handler(async ({ context, input }) => ({
    stopped: await context.services.runner.stop(context.profile.id, input.runId),
  })),
  cancelCall: api.chat.cancelCall.handler(({ context, input }) => ({
    cancelled: context.services.runner.cancelCall(context.profile.id, input.runId, input.callId),
  })),
  showVersion: api.chat.showVersion.handler(async ({ context, input }) => {
    const messages = await context.services.chat.showVersion({ userId: context.profile.id, ...input })
    if (messages === null) throw noMessage()
    return messages
  }),
  branch: api.chat.branch.handler(async ({ context, input }) => {
    const view = await context.services.chat.branch({ userId: context.profile.id, ...input })
    if (view === null) throw noMessage()
    return livelyOr(context, view)
  }),
  rename: api.chat.rename.handler(async ({ context, input }) =>
    livelyOr(context, await context.services.chat.rename(context.profile.id, input.conversationId, input.title)),
  ),
  configure: api.chat.configure.handler(async ({ context, input }) => {
    const { chat, subjects } = context.services
    const { conversationId, agent, model, subject } = input
    let subjectId: number | null | undefined
    if (subject !== undefined) {
      const person = await subjects.subjectFor(callerUser(context.profile), subject)
      if (person === null)
        throw new ORPCError('FORBIDDEN', {
          message: 'This person does not share their data with you.',
          data: { code: 'not_shared', hint: 'Ask them for a share on the People page.' },
        })
      subjectId = person.user.id === context.profile.id ? null : person.user.id
    }
    const change = {
      ...(agent === undefined ? {} : { agent }),
      ...(model === undefined ? {} : { model }),
      ...(subjectId === undefined ? {} : { subjectId }),
    }
    return livelyOr(context, await chat.configure(context.profile.id, conversationId, change))
  }),
  remove: api.chat.remove.handler(async ({ context, input }) => {
    const { chat, runner } = context.services
    // An answer that is still written would be stored into nothing.
    await runner.stopAll(context.profile.id, input.conversationId)
    const removed = await chat.remove(context.profile.id, input.conversationId)
    changed(context)
    return { removed }
  }),
  export: api.chat.export.handler(async ({ context, input }) => {
    const { chat, config } = context.services
    const conversation = await chat.conversation(context.profile.id, input.conversationId)
    if (conversation === null) throw gone()
    const messages = await chat.messages(context.profile.id, input.conversationId)
    const { timeZone, language } = callerUser(await freshProfile(context))
    return exportConversation(
      { conversation, messages },
      { format: input.format, timeZone, language, at: config.now() },
    )
  }),
  suggestions: api.chat.suggestions.handler(async ({ context }) =>
    context.services.suggestions(callerUser(await freshProfile(context))),
  ),
  subjects: api.chat.subjects.handler(({ context }) => context.services.subjects.list(callerUser(context.profile))),
}
