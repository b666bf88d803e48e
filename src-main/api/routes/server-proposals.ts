/** Entries to look at, from wherever they come. Reading one starts nothing and stores nothing. */
import { inLanguage } from '../../config/bilingual.ts'
import type { Computer } from '../../mcp-client/client-apps/clients.ts'
import { companionDraft, companionEntries, hasNeededKeys } from '../../mcp-client/companions/catalogue.ts'
import { readBundle } from '../../mcp-client/entries/bundle.ts'
import { findClientServers, readClientServers } from '../../mcp-client/entries/client-servers.ts'
import { draftOfForm } from '../../mcp-client/entries/draft-of-form.ts'
import { EntryError } from '../../mcp-client/entries/entry-error.ts'
import { isInstallLink, readInstallLink } from '../../mcp-client/entries/install-link.ts'
import { parseEntries } from '../../mcp-client/entries/parse.ts'
import type { HeldDraft } from '../../mcp-client/entries/proposals.ts'
import { fingerprintOf } from '../../mcp-client/trust/fingerprint.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { requireOwner } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { CompanionView, FoundClient, Proposal, ReadSource } from '../contract/servers.ts'
import { fieldView, proposalView } from './server-views.ts'

export async function propose(context: RpcContext, source: ReadSource): Promise<Proposal[]> {
  const { servers } = context.services
  const { id: userId, language } = callerUser(context.profile)
  const drafts = await read(context, source, language)
  const held = servers.proposals.hold(userId, drafts)
  const stored = await servers.store.list(userId)
  return held.map((proposal) => {
    const same = stored.find(({ target }) => fingerprintOf(target) === proposal.fingerprint)
    return proposalView(proposal, same?.name ?? null, language)
  })
}

async function read(context: RpcContext, source: ReadSource, language: string): Promise<HeldDraft[]> {
  const { servers, uploads } = context.services
  const plain = (drafts: readonly HeldDraft['draft'][]): HeldDraft[] => drafts.map((draft) => ({ draft }))
  switch (source.kind) {
    case 'form':
      return plain([draftOfForm(source.draft)])
    case 'paste':
      // A link that was pasted is a link.
      return plain(isInstallLink(source.text) ? readInstallLink(source.text) : parseEntries(source.text))
    case 'link':
      return plain(readInstallLink(source.url))
    case 'client':
      return plain(await draftsOfClient(source.client, servers.computer))
    case 'bundle': {
      if (source.path !== undefined) requireOwner(context, 'A path of this computer')
      const path = source.path ?? (source.upload === undefined ? null : uploads.take(source.upload))
      if (path === null) throw goneUpload()
      const bundle = await readBundle({ path, bundlesDir: servers.bundlesDir, computer: servers.computer })
      const install = async () => {
        await bundle.install?.()
        // Unpacked, the uploaded file is of no more use; a file of the person's own stays.
        await uploads.release(path)
      }
      return [{ ...bundle, install }]
    }
    case 'companion': {
      const entry = companionEntries.find(({ id }) => id === source.companion)
      return entry === undefined ? [] : plain([companionDraft(entry, language.startsWith('zh') ? 'zh' : 'en')])
    }
  }
}

/** Servers in the settings of other programs; `known`: one that runs or reaches the same is there already. */
export async function foundClients(context: RpcContext): Promise<FoundClient[]> {
  const { servers } = context.services
  const { id: userId, language } = callerUser(context.profile)
  const [clients, stored] = await Promise.all([findClientServers(servers.computer), servers.store.list(userId)])
  const known = new Set(stored.map(({ target }) => fingerprintOf(target)))
  return clients.map(({ client, name, file, drafts, problem }) => ({
    client,
    name,
    file,
    servers: drafts.map((draft) => ({
      name: draft.name,
      summary:
        draft.target.kind === 'stdio' ? [draft.target.command, ...draft.target.args].join(' ') : draft.target.url,
      known: known.has(fingerprintOf(draft.target)),
    })),
    problem: problem === null ? null : inLanguage(problem, language),
  }))
}

export async function companionViews(context: RpcContext): Promise<CompanionView[]> {
  const { servers } = context.services
  const { id: userId, language } = callerUser(context.profile)
  const stored = await servers.store.list(userId)
  return companionEntries.map((entry) => {
    const added = stored.find(({ origin }) => origin.kind === 'companion' && origin.companion === entry.id)
    const envNames = added?.target.kind === 'stdio' ? added.target.envNames : []
    const lacks = entry.needsOneOf.length > 0 && !hasNeededKeys(entry, envNames)
    const titles = entry.fields.filter(({ key }) => entry.needsOneOf.includes(key)).map(({ title }) => title)
    return {
      id: entry.id,
      title: inLanguage(entry.title, language),
      description: inLanguage(entry.description, language),
      tools: [...entry.tools],
      missing: lacks
        ? [
            inLanguage(
              {
                en: `Needs ${titles.map(({ en }) => en).join(' or ')}.`,
                zh: `需要${titles.map(({ zh }) => zh).join('或')}。`,
              },
              language,
            ),
          ]
        : [],
      fields: companionDraft(entry, language.startsWith('zh') ? 'zh' : 'en').fields.map(fieldView),
      serverId: added?.id ?? null,
    }
  })
}

/** A file that cannot be read is told of, and is no empty one. */
async function draftsOfClient(client: string, computer: Computer): Promise<readonly HeldDraft['draft'][]> {
  const found = await readClientServers(client, computer)
  if (found?.problem == null) return found?.drafts ?? []
  throw new EntryError('bad_entry', found.problem, {
    en: 'Mend the file, then look again.',
    zh: '请修正该文件后重试。',
  })
}

function goneUpload(): EntryError {
  return new EntryError(
    'bad_bundle',
    { en: 'The file is not there any more.', zh: '文件已经不在了。' },
    { en: 'Choose it again.', zh: '请重新选择文件。' },
  )
}
