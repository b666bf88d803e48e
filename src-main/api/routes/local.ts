/** What the command line and the stdio bridge ask of a running hub. */
import { EventQueue } from '../../agents/event-queue.ts'
import type { ClientChannel } from '../../mcp-server/client-channel.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { api, callerOf, requireOwner } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { BridgedClient, InvokeEvent } from '../contract/local.ts'
import { freshProfile } from './app.ts'

const WHAT = 'This call'

/** Behind the stdio bridge stands another program: of external servers it has what the person shares with apps. */
const bridged = (context: RpcContext) => ({ ...callerOf(context), isClient: true })

/** The client behind a bridge, as what it says of itself. */
function clientOf({ can, answers, state }: BridgedClient, onLog: ClientChannel['log'] = () => {}): ClientChannel {
  return { canAnswer: (kind) => can.includes(kind), answers, state, log: onLog, closeStream: () => {} }
}

export const localRoutes = {
  ask: api.local.ask.handler(async function* ({ context, input, signal }) {
    requireOwner(context, WHAT)
    const user = callerUser(await freshProfile(context))
    const { question, agent, model = null } = input
    // Nobody sits at a command to be asked: what would wait for a person is refused at once.
    yield* context.services.runner.ask({ user, question, agent, model, signal, isAttended: false })
  }),
  tools: api.local.tools.handler(({ context, input }) => {
    requireOwner(context, WHAT)
    return context.services.registry.list(input?.asApp ? bridged(context) : callerOf(context))
  }),
  resources: api.local.resources.handler(async ({ context }) => {
    requireOwner(context, WHAT)
    const { resources } = context.services.offersTo(bridged(context))
    return { resources: [...((await resources?.list()) ?? [])], templates: [...((await resources?.templates()) ?? [])] }
  }),
  readResource: api.local.readResource.handler(async ({ context, input, signal = new AbortController().signal }) => {
    requireOwner(context, WHAT)
    const addresses = context.services.addresses()
    const { resources } = context.services.offersTo(bridged(context))
    const origin = addresses && new URL(addresses.mcp).origin
    return (await resources?.read(input.uri, { origin, signal, client: clientOf(input.client) })) ?? null
  }),
  prompts: api.local.prompts.handler(async ({ context }) => {
    requireOwner(context, WHAT)
    return [...((await context.services.offersTo(bridged(context)).prompts?.list()) ?? [])]
  }),
  getPrompt: api.local.getPrompt.handler(async ({ context, input, signal = new AbortController().signal }) => {
    requireOwner(context, WHAT)
    const { prompts } = context.services.offersTo(bridged(context))
    return (await prompts?.get(input.name, input.args, { signal, client: clientOf(input.client) })) ?? null
  }),
  complete: api.local.complete.handler(async ({ context, input: { ref, ...argument } }) => {
    requireOwner(context, WHAT)
    const { prompts, resources } = context.services.offersTo(bridged(context))
    const found =
      'prompt' in ref ? prompts?.complete?.(ref.prompt, argument) : resources?.complete?.(ref.template, argument)
    return (await found) ?? null
  }),
  invoke: api.local.invoke.handler(async function* ({ context, input, signal }): AsyncGenerator<InvokeEvent> {
    requireOwner(context, WHAT)
    const left = new AbortController()
    const events = new EventQueue<InvokeEvent>()
    const own = input.client === undefined ? callerOf(context) : bridged(context)
    const caller = { ...own, ...(input.actor === undefined ? {} : { actor: input.actor }) }
    const client =
      input.client &&
      clientOf(input.client, (level, data, logger) =>
        events.push({ type: 'log', level, data, ...(logger && { logger }) }),
      )
    const ended = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal])
    const call = { tool: input.tool, args: input.args, caller, signal: ended, ...(client && { client }) }
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
