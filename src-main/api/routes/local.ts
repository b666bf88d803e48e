/** What the command line and the stdio bridge ask of a running hub. */
import { EventQueue } from '../../agents/event-queue.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { api, callerOf, requireOwner } from '../base.ts'
import type { InvokeEvent } from '../contract/local.ts'
import { freshProfile } from './app.ts'

const WHAT = 'This call'

/** Behind the stdio bridge stands another program: of external servers it has what the person shares with apps. */
const bridged = (context: Parameters<typeof callerOf>[0]) => ({ ...callerOf(context), isClient: true })

export const localRoutes = {
  ask: api.local.ask.handler(async function* ({ context, input, signal }) {
    requireOwner(context, WHAT)
    const user = callerUser(await freshProfile(context))
    yield* context.services.runner.ask({ user, question: input.question, agent: input.agent, signal })
  }),
  tools: api.local.tools.handler(({ context }) => {
    requireOwner(context, WHAT)
    return context.services.registry.list(bridged(context))
  }),
  resources: api.local.resources.handler(async ({ context }) => {
    requireOwner(context, WHAT)
    const { resources } = context.services
    return { resources: [...(await resources.list())], templates: [...(await resources.templates())] }
  }),
  readResource: api.local.readResource.handler(({ context, input }) => {
    requireOwner(context, WHAT)
    const addresses = context.services.addresses()
    return context.services.resources.read(input.uri, { origin: addresses && new URL(addresses.mcp).origin })
  }),
  invoke: api.local.invoke.handler(async function* ({ context, input, signal }): AsyncGenerator<InvokeEvent> {
    requireOwner(context, WHAT)
    const left = new AbortController()
    const events = new EventQueue<InvokeEvent>()
    const caller = { ...bridged(context), ...(input.actor === undefined ? {} : { actor: input.actor }) }
    const ended = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal])
    const call = { tool: input.tool, args: input.args, caller, signal: ended }
    void context.services.registry
      .invoke({ ...call, onProgress: (progress) => events.push({ type: 'progress', ...progress }) })
      .then((outcome) => {
        events.push({ type: 'outcome', outcome })
        events.end()
      })
    try {
      yield* events
    } finally {
      left.abort()
    }
  }),
  heard: api.local.heard.handler(({ context, input }) => {
    requireOwner(context, WHAT)
    const who = { userId: context.profile.id, credential: null, label: null }
    context.services.clientActivity.heard({ ...input, ...who, name: input.name ?? 'unnamed client', via: 'stdio' })
  }),
  pageUrl: api.local.pageUrl.handler(({ context }) => {
    requireOwner(context, WHAT)
    const addresses = context.services.addresses()
    return { url: addresses?.page?.() ?? null, mcp: addresses?.mcp ?? '', pid: process.pid }
  }),
}
