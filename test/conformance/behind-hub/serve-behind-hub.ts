/** A hub with one external server, answering everybody as its own person: for the conformance suite alone. */
import type { Config } from '../../../src-main/config/config.ts'
import type { Hub } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createHttpServer } from '../../../src-main/mcp-server/http-server.ts'
import { registryBackend } from '../../../src-main/mcp-server/tool-backend.ts'
import { callerUser } from '../../../src-main/profiles/caller-user.ts'

export interface BehindHub {
  readonly mcpUrl: string
  readonly close: () => Promise<void>
}

/** Makes what answers at `upstream` a server of the hub, without a prefix and shared with apps. */
export async function serveBehindHub(hub: Hub, config: Config, upstream: string): Promise<BehindHub> {
  const { servers, profiles, offersTo } = hub.services
  const person = await profiles.default()
  const page = hub.client(person, 'window')

  const target = { kind: 'http', url: upstream } as const
  const [proposal] = await page.servers.propose({ kind: 'form', draft: { name: 'Fixture', target } })
  if (proposal === undefined) throw new Error('nothing was proposed')
  const { key, review } = proposal
  const { id } = await page.servers.add({ key, fingerprint: review.fingerprint, fields: {}, approve: false })
  await page.servers.update({
    id,
    settings: {
      prefix: false,
      shared: true,
      clash: 'override',
      // Nobody is there but the suite's client: it is asked what it says that it can answer.
      asks: { sampling: false, elicitation: false, roots: false },
    },
  })
  await servers.start()
  await page.servers.approve({ id, fingerprint: review.fingerprint })
  const ready = await page.servers.start({ id })
  if (ready.state !== 'ready') throw new Error(`the fixture is ${ready.state} behind the hub: ${ready.fault?.message}`)

  const caller = { user: callerUser(person), scopes: null }
  const backend = registryBackend(hub.registry, caller, offersTo(caller))
  const server = await createHttpServer({
    config: { http: { ...config.http, port: 0 }, mcpPublicUrl: null },
    log: silentLogger,
    authenticator: {
      identify: async () => ({ kind: 'caller', caller, principal: 'person', label: null }),
    },
    backendFor: () => backend,
  })
  const unsubscribe = [
    hub.registry.onListChanged(server.toolsChanged),
    backend.prompts?.onChanged(() => server.changed('prompts')),
    backend.resources?.onChanged((uri) => (uri === null ? server.changed('resources') : server.resourceUpdated(uri))),
  ]
  const { mcpUrl } = await server.listen(0)
  return {
    mcpUrl,
    async close() {
      for (const stop of unsubscribe) stop?.()
      await server.close()
    },
  }
}
