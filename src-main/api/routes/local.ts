/** What the command line and the stdio bridge ask of a running hub. */
import { callerUser } from '../../profiles/caller-user.ts'
import { api, callerOf, requireOwner } from '../base.ts'
import type { InvokeEvent } from '../contract/local.ts'
import { freshProfile } from './app.ts'

const WHAT = 'This call'

export const localRoutes = {
  ask: api.local.ask.handler(async function* ({ context, input, signal }) {
    requireOwner(context, WHAT)
    const user = callerUser(await freshProfile(context))
    yield* context.services.runner.ask({ user, question: input.question, agent: input.agent, signal })
  }),
  tools: api.local.tools.handler(({ context }) => {
    requireOwner(context, WHAT)
    return context.services.registry.list(callerOf(context))
  }),
  invoke: api.local.invoke.handler(async function* ({ context, input, signal }): AsyncGenerator<InvokeEvent> {
    requireOwner(context, WHAT)
    const left = new AbortController()
    const pending: InvokeEvent[] = []
    let wake = () => {}
    const push = (event: InvokeEvent) => {
      pending.push(event)
      wake()
    }
    const caller = { ...callerOf(context), ...(input.actor === undefined ? {} : { actor: input.actor }) }
    const ended = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal])
    const call = { tool: input.tool, args: input.args, caller, signal: ended }
    void context.services.registry
      .invoke({ ...call, onProgress: (progress) => push({ type: 'progress', ...progress }) })
      .then((outcome) => push({ type: 'outcome', outcome }))
    try {
      for (;;) {
        const event = pending.shift()
        if (event === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve
            if (pending.length > 0) resolve()
          })
          continue
        }
        yield event
        if (event.type === 'outcome') return
      }
    } finally {
      left.abort()
    }
  }),
  pageUrl: api.local.pageUrl.handler(({ context }) => {
    requireOwner(context, WHAT)
    const addresses = context.services.addresses()
    return { url: addresses?.page?.() ?? null, mcp: addresses?.mcp ?? '', pid: process.pid }
  }),
}
