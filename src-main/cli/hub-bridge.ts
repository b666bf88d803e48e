/** The hub as the stdio endpoint's backend, in whichever process the hub is at the time of a request. */
import type { HubEvent } from '../api/contract/app.ts'
import type { BridgedClient } from '../api/contract/local.ts'
import type { McpBackend } from '../mcp-server/backend.ts'
import type { ClientChannel } from '../mcp-server/client-channel.ts'
import { answerOf } from '../mcp-server/tool-backend.ts'
import type { ToolOutcome } from '../registry/types.ts'
import type { StayingConnection } from './staying-connection.ts'

/** What a hub tells, or that it is another one now, of which everything may have changed. */
type Heard = HubEvent | { readonly type: 'moved' }

export function bridgeTo(connection: StayingConnection): McpBackend {
  const onHeard = hubEvents(connection)
  return {
    logging: true,
    list: () => connection.use(({ client }) => client.local.tools({ asApp: true })),
    invoke: (call) =>
      connection.use(async ({ client }) => {
        const { tool, args, actor, signal } = call
        const request = { tool, args, actor, client: bridgedClient(call.client) }
        try {
          for await (const event of await client.local.invoke(request, { signal })) {
            if (event.type === 'outcome') return answerOf(event.outcome)
            if (event.type === 'log') call.client?.log(event.level, event.data, event.logger)
            else call.onProgress?.(event)
          }
        } catch (error) {
          // The calling client is gone or has cancelled; it expects no answer.
          if (signal?.aborted) throw error
        }
        return hubWentAway
      }),
    onListChanged: (listener) =>
      onHeard(({ type }) => {
        if (type === 'tools-changed' || type === 'moved') listener()
      }),
    resources: {
      list: () => connection.use(async ({ client }) => (await client.local.resources()).resources),
      templates: () => connection.use(async ({ client }) => (await client.local.resources()).templates),
      read: (uri, { signal, client: behind }) =>
        connection.use(({ client }) => client.local.readResource({ uri, client: bridgedClient(behind) }, { signal })),
      complete: (template, argument) =>
        connection.use(({ client }) => client.local.complete({ ref: { template }, ...argument })),
      onChanged: (listener) =>
        onHeard((heard) => {
          if (heard.type === 'resources-changed') listener(heard.uri ?? null)
          else if (heard.type === 'moved') listener(null)
        }),
    },
    prompts: {
      list: () => connection.use(({ client }) => client.local.prompts()),
      get: (name, args, { signal, client: behind }) =>
        connection.use(({ client }) =>
          client.local.getPrompt({ name, args: { ...args }, client: bridgedClient(behind) }, { signal }),
        ),
      complete: (prompt, argument) =>
        connection.use(({ client }) => client.local.complete({ ref: { prompt }, ...argument })),
      onChanged: (listener) =>
        onHeard(({ type }) => {
          if (type === 'prompts-changed' || type === 'moved') listener()
        }),
    },
  }
}

const questionKinds = ['form', 'url', 'sampling', 'roots'] as const

/** What the hub has to know of the client, since the hub cannot ask it itself. */
function bridgedClient(client: ClientChannel | undefined): BridgedClient {
  if (client === undefined) return { can: [], answers: {} }
  const { answers, state } = client
  return {
    can: questionKinds.filter((kind) => client.canAnswer(kind)),
    answers: { ...answers },
    ...(state === undefined ? {} : { state }),
  }
}

/** One stream of events for all listeners, from the first to the last of them. */
function hubEvents(connection: StayingConnection) {
  const listeners = new Set<(heard: Heard) => void>()
  let left = new AbortController()
  let stopMoving: (() => void) | null = null
  const tell = (heard: Heard) => {
    for (const listener of listeners) listener(heard)
  }

  const listen = () => {
    left.abort()
    left = new AbortController()
    const { signal } = left
    connection
      .use(async ({ client }) => ({ events: await client.app.events(undefined, { signal }) }))
      .then(async ({ events }) => {
        for await (const event of events) tell(event)
      })
      // The stream ends with its hub; the next one is listened to when it is there.
      .catch(() => {})
  }

  return (listener: (heard: Heard) => void): (() => void) => {
    listeners.add(listener)
    if (stopMoving === null) {
      stopMoving = connection.onMoved(() => {
        listen()
        tell({ type: 'moved' })
      })
      listen()
    }
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      stopMoving?.()
      stopMoving = null
      left.abort()
    }
  }
}

const hubWentAway: ToolOutcome = {
  ok: false,
  error: {
    code: 'internal',
    message: 'The hub went away during the call.',
    hint: 'Whether the call was carried out is not known here; a call that only reads can be repeated.',
  },
  durationMs: 0,
}
