/**
 * The Connect page. A caller names one of the known clients and nothing else: the path of its settings and the command
 * in our entry are never taken from a page.
 */
import { inLanguage } from '../../config/bilingual.ts'
import { CHECK_NAME } from '../../mcp-client/client-apps/check-entry.ts'
import type { ClientAppStatus, ClientAppWritten } from '../../mcp-client/client-apps/client-apps.ts'
import { type ClientId, clientProgram, isReportedAs } from '../../mcp-client/client-apps/clients.ts'
import { copyEntries } from '../../mcp-client/client-apps/copy-entries.ts'
import { settingsFaultWords } from '../../mcp-client/client-apps/settings-words.ts'
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { ClientAppView, HeardClient } from '../contract/connect.ts'
import { languageOf, toldEntry, toldReachability, toldSettings } from './connect-words.ts'

const appsOf = ({ services, profile }: RpcContext) => services.clientApps(profile)

/** Clients that this person may see, without our own checks of entries and addresses. */
function heardBy({ services, profile }: RpcContext): HeardClient[] {
  return services.clientActivity.list(profile.id).filter(({ name }) => name !== CHECK_NAME)
}

function viewOf(status: ClientAppStatus, heard: readonly HeardClient[], language: string): ClientAppView {
  const program = clientProgram(status.id)
  const times = heard.filter(({ name }) => isReportedAs(program, name)).map(({ lastAt }) => lastAt)
  const problem = status.problem === null ? null : inLanguage(settingsFaultWords(status.problem), language).message
  return { ...status, problem, heardAt: times.sort().at(-1) ?? null }
}

async function answered(context: RpcContext, client: ClientId, written: ClientAppWritten) {
  const status = await appsOf(context).status(client)
  return { ...written, view: viewOf(status, heardBy(context), languageOf(context)) }
}

export const connectRoutes = {
  clients: api.connect.clients.handler(async ({ context }) => {
    const heard = heardBy(context)
    return (await appsOf(context).list()).map((status) => viewOf(status, heard, languageOf(context)))
  }),
  preview: api.connect.preview.handler(({ context, input }) =>
    toldSettings(context, () => appsOf(context).preview(input.client)),
  ),
  write: api.connect.write.handler(({ context, input: { client } }) =>
    toldSettings(context, async () => answered(context, client, await appsOf(context).write(client))),
  ),
  remove: api.connect.remove.handler(({ context, input: { client } }) =>
    toldSettings(context, async () => answered(context, client, await appsOf(context).remove(client))),
  ),
  verify: api.connect.verify.handler(({ context, input }) =>
    toldSettings(context, async () => toldEntry(await appsOf(context).verify(input.client), languageOf(context))),
  ),
  entries: api.connect.entries.handler(({ context }) => {
    const { config, addresses } = context.services
    const path = `${config.http.uriPrefix}/mcp`
    return copyEntries({
      launch: appsOf(context).launch(),
      // While nothing listens, the address that will be: the configured one.
      url: addresses()?.mcp ?? `http://${config.http.host}:${config.http.port}${path}`,
      publicUrl: config.mcpPublicUrl === null ? null : `${config.mcpPublicUrl}${path}`,
    })
  }),
  heard: api.connect.heard.handler(({ context }) => heardBy(context)),
  reachability: api.connect.reachability.handler(async ({ context }) =>
    toldReachability(await context.services.reachability.check(), languageOf(context)),
  ),
}
