/** The Servers pages: external MCP servers. */
import { inLanguage } from '../../config/bilingual.ts'
import { type FilledForm, targetOfForm } from '../../mcp-client/entries/draft-of-form.ts'
import type { ServerEntry } from '../../mcp-client/model/server-entry.ts'
import { ServerError } from '../../mcp-client/model/server-status.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { api, callerOf } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { ServerDetail } from '../contract/servers.ts'
import { companionViews, foundClients, propose } from './server-proposals.ts'
import { serverRun, watchLog } from './server-streams.ts'
import { detailView, type KnownValues, noKnownValues, rowView, type ServerSnapshot } from './server-views.ts'

const languageOf = ({ profile }: RpcContext): string => callerUser(profile).language

/** A server that is told of as ready has its tools told of too: the state is read first, and they are waited for. */
async function snapshot({ services: { servers } }: RpcContext, entry: ServerEntry): Promise<ServerSnapshot> {
  const { manager, tools } = servers
  const status = manager.status(entry.id)
  await tools.settled()
  return {
    entry,
    status,
    listing: manager.listing(entry.id),
    reports: tools.reports(entry.userId, entry.id),
  }
}

/** A store that does not answer shows in the server's own state; here nothing counts as set then. */
async function knownValues({ services: { servers } }: RpcContext, entry: ServerEntry): Promise<KnownValues> {
  try {
    const { env, headers, bearer, clientSecret } = await servers.store.values(entry)
    return {
      env: new Set(Object.keys(env)),
      headers: new Set(Object.keys(headers)),
      hasBearer: bearer !== null,
      hasClientSecret: clientSecret !== null,
    }
  } catch {
    return noKnownValues
  }
}

async function detailOf(context: RpcContext, id: string): Promise<ServerDetail> {
  const { servers, serverActions } = context.services
  const entry = await serverActions.entry(context.profile.id, id)
  const seen = await snapshot(context, entry)
  const [known, records, login] = await Promise.all([
    knownValues(context, entry),
    servers.store.tools(entry.userId, entry.id),
    servers.logins.status(entry).catch(() => null),
  ])
  return detailView({ ...seen, known, records, login }, languageOf(context))
}

/** The person's own server, or `unknown_server`: ids of others must not say that they exist. */
const own = (context: RpcContext, id: string) => context.services.serverActions.entry(context.profile.id, id)

function valuesOf({ target }: FilledForm) {
  if (target.kind === 'stdio') return { env: target.env }
  return { headers: target.headers, bearer: target.bearer, clientSecret: target.oauth.clientSecret }
}

/** What a server did not answer, as an error that the page can show. */
function answerOrThrow<T>(
  answered: { ok: true; answer: { result: T } | { ask: unknown } } | { ok: false; fault: ServerError['fault'] },
): T {
  if (!answered.ok) throw new ServerError(answered.fault)
  if ('result' in answered.answer) return answered.answer.result
  throw new Error('a question without a client to answer it')
}

export const serverRoutes = {
  list: api.servers.list.handler(async ({ context }) => {
    const { servers } = context.services
    const entries = await servers.store.list(context.profile.id)
    const language = languageOf(context)
    return {
      servers: (await Promise.all(entries.map((entry) => snapshot(context, entry)))).map((seen) =>
        rowView(seen, language),
      ),
      fileProblems: context.profile.isDefault
        ? servers.declared.problems().map(({ file, problem }) => ({ file, problem: inLanguage(problem, language) }))
        : [],
    }
  }),
  get: api.servers.get.handler(({ context, input }) => detailOf(context, input.id)),
  find: api.servers.find.handler(({ context }) => foundClients(context)),
  propose: api.servers.propose.handler(({ context, input }) => propose(context, input)),
  pendingLink: api.servers.pendingLink.handler(({ context }) => ({
    link: context.services.servers.pendingLinks.take(),
  })),
  add: api.servers.add.handler(async ({ context, input }) => {
    const { id } = await context.services.serverActions.add(context.profile.id, input)
    return { id }
  }),
  approve: api.servers.approve.handler(async ({ context, input }) => {
    await context.services.serverActions.approve(context.profile.id, input.id, input.fingerprint)
    return detailOf(context, input.id)
  }),
  approveTools: api.servers.approveTools.handler(async ({ context, input }) => {
    await context.services.serverActions.approveTools(context.profile.id, input.id, input.tools)
    return detailOf(context, input.id)
  }),
  update: api.servers.update.handler(async ({ context, input }) => {
    const { id, draft, settings } = input
    await context.services.serverActions.update(context.profile.id, id, {
      ...(draft === undefined ? {} : { name: draft.name, target: targetOfForm(draft), values: valuesOf(draft) }),
      ...(settings === undefined ? {} : { settings }),
    })
    return detailOf(context, id)
  }),
  setValues: api.servers.setValues.handler(async ({ context, input: { id, ...values } }) => {
    await context.services.serverActions.update(context.profile.id, id, { values })
    return detailOf(context, id)
  }),
  duplicate: api.servers.duplicate.handler(async ({ context, input }) => {
    const { id } = await context.services.serverActions.duplicate(context.profile.id, input.id)
    return { id }
  }),
  remove: api.servers.remove.handler(async ({ context, input }) => ({
    removed: await context.services.serverActions.remove(context.profile.id, input.ids),
  })),
  export: api.servers.export.handler(({ context, input }) =>
    context.services.serverActions.export(context.profile.id, input.ids),
  ),
  setEnabled: api.servers.setEnabled.handler(async ({ context, input }) => ({
    changed: await context.services.serverActions.setEnabled(context.profile.id, input.ids, input.enabled),
  })),
  start: api.servers.start.handler(async ({ context, input }) => {
    const entry = await own(context, input.id)
    // Started by hand it is on: a server that stops with its page would be a surprise.
    if (!entry.enabled) await context.services.serverActions.setEnabled(context.profile.id, [entry.id], true)
    await context.services.servers.manager.start(entry.id)
    return detailOf(context, entry.id)
  }),
  stop: api.servers.stop.handler(async ({ context, input }) => {
    const { id } = await own(context, input.id)
    await context.services.servers.manager.stop(id)
    return detailOf(context, id)
  }),
  restart: api.servers.restart.handler(async ({ context, input }) => {
    const { id } = await own(context, input.id)
    await context.services.servers.manager.restart(id)
    return detailOf(context, id)
  }),
  refresh: api.servers.refresh.handler(async ({ context, input }) => {
    const { id } = await own(context, input.id)
    await context.services.servers.manager.refresh(id)
    return detailOf(context, id)
  }),
  move: api.servers.move.handler(({ context, input }) =>
    context.services.serverActions.move(context.profile.id, input.ids),
  ),
  setTools: api.servers.setTools.handler(async ({ context, input: { id, tools, ...change } }) => {
    await context.services.serverActions.setTools(context.profile.id, id, tools, change)
    return detailOf(context, id)
  }),
  run: api.servers.run.handler(async function* ({ context, input, signal }) {
    const entry = await own(context, input.id)
    yield* serverRun(context.services, entry, input, callerOf(context), signal)
  }),
  resources: api.servers.resources.handler(async ({ context, input }) => {
    const { id } = await own(context, input.id)
    const { resources = [], templates = [] } = context.services.servers.manager.listing(id)?.listing ?? {}
    return [
      ...resources.map(({ uri, name, title, description, mimeType }) => ({
        uri,
        name: title ?? name,
        description: description ?? null,
        mimeType: mimeType ?? null,
        isTemplate: false,
      })),
      ...templates.map(({ uriTemplate, name, title, description, mimeType }) => ({
        uri: uriTemplate,
        name: title ?? name,
        description: description ?? null,
        mimeType: mimeType ?? null,
        isTemplate: true,
      })),
    ]
  }),
  readResource: api.servers.readResource.handler(async ({ context, input, signal }) => {
    const { id } = await own(context, input.id)
    const { contents } = answerOrThrow(await context.services.servers.manager.readResource(id, input.uri, { signal }))
    return {
      contents: contents.map((content) => ({
        uri: content.uri,
        mimeType: content.mimeType ?? null,
        text: 'text' in content && typeof content.text === 'string' ? content.text : null,
        blob: 'blob' in content && typeof content.blob === 'string' ? content.blob : null,
      })),
    }
  }),
  prompts: api.servers.prompts.handler(async ({ context, input }) => {
    const { id } = await own(context, input.id)
    const { prompts = [] } = context.services.servers.manager.listing(id)?.listing ?? {}
    return prompts.map(({ name, description, arguments: args = [] }) => ({
      name,
      description: description ?? null,
      arguments: args.map((one) => ({
        name: one.name,
        description: one.description ?? null,
        required: one.required ?? false,
      })),
    }))
  }),
  getPrompt: api.servers.getPrompt.handler(async ({ context, input, signal }) => {
    const { id } = await own(context, input.id)
    const answered = await context.services.servers.manager.getPrompt(id, input.name, input.args, { signal })
    const { description, messages } = answerOrThrow(answered)
    return {
      description: description ?? null,
      messages: messages.map(({ role, content }) => ({ role, content: { ...content } })),
    }
  }),
  logs: api.servers.logs.handler(async function* ({ context, input, signal }) {
    const { id } = await own(context, input.id)
    yield* watchLog(context.services.servers.manager, id, signal)
  }),
  login: api.servers.login.handler(async ({ context, input }) => {
    const { servers } = context.services
    const entry = await own(context, input.id)
    return servers.logins.start(entry, await servers.store.values(entry))
  }),
  cancelLogin: api.servers.cancelLogin.handler(async ({ context, input }) => {
    const { id } = await own(context, input.id)
    context.services.servers.logins.cancel(id)
  }),
  logout: api.servers.logout.handler(async ({ context, input }) => {
    const { servers } = context.services
    const entry = await own(context, input.id)
    await servers.logins.logout(entry, await servers.store.values(entry))
    await servers.manager.restart(entry.id)
    return detailOf(context, entry.id)
  }),
  companions: api.servers.companions.handler(({ context }) => companionViews(context)),
  groups: {
    list: api.servers.groups.list.handler(({ context }) => groupsOf(context)),
    save: api.servers.groups.save.handler(async ({ context, input }) => {
      await context.services.servers.tools.saveGroup(context.profile.id, input)
      return groupsOf(context)
    }),
    remove: api.servers.groups.remove.handler(async ({ context, input }) => {
      await context.services.servers.tools.removeGroup(context.profile.id, input.name)
      return groupsOf(context)
    }),
  },
  blocks: {
    list: api.servers.blocks.list.handler(({ context }) =>
      context.services.servers.tools.blocks(context.profile.id).map((block) => ({ ...block })),
    ),
    set: api.servers.blocks.set.handler(async ({ context, input: { blocked, ...block } }) => {
      await own(context, block.serverId)
      await context.services.servers.tools.setBlock(context.profile.id, block, blocked)
    }),
  },
}

function groupsOf({ services: { servers }, profile }: RpcContext) {
  return servers.tools.groups(profile.id).map((group) => ({ ...group, members: [...group.members] }))
}
