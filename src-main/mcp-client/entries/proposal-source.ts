/** Every place that entries come from, as drafts to look at. Reading starts nothing and stores nothing. */
import type { Computer } from '../client-apps/clients.ts'
import type { StdioTarget } from '../model/server-entry.ts'
import { readBundle } from './bundle.ts'
import { readClientServers } from './client-servers.ts'
import { type EntryDraft, namedField, noDraftValues } from './entry-draft.ts'
import { EntryError } from './entry-error.ts'
import { isInstallLink, readInstallLink } from './install-link.ts'
import { parseEntries } from './parse.ts'
import type { HeldDraft } from './proposals.ts'
import { targetProblem } from './target-problem.ts'

/** What a person filled in; null in `env` and `headers`: to be filled in later. */
export interface FormEntry {
  readonly name: string
  readonly target:
    | (Omit<StdioTarget, 'envNames'> & { readonly env: Readonly<Record<string, string | null>> })
    | {
        readonly kind: 'http' | 'sse'
        readonly url: string
        readonly headers: Readonly<Record<string, string | null>>
        readonly auth: 'none' | 'bearer' | 'oauth'
        readonly bearer: string | null
        readonly oauth: {
          readonly clientId: string | null
          readonly clientSecret: string | null
          readonly scopes: readonly string[] | null
          readonly redirectPort: number | null
        }
      }
}

export type EntrySource =
  | { readonly kind: 'form'; readonly draft: FormEntry }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'client'; readonly client: string }
  /** A file on this computer; it has to stay until the proposal is taken. */
  | { readonly kind: 'bundle'; readonly path: string }

export interface SourceContext {
  readonly computer: Computer
  /** `<data directory>/bundles`. */
  readonly bundlesDir: string
}

/** @throws EntryError with what is wrong and the way out. */
export async function readSource(source: EntrySource, { computer, bundlesDir }: SourceContext): Promise<HeldDraft[]> {
  switch (source.kind) {
    case 'form':
      return [{ draft: formDraft(source.draft) }]
    case 'paste':
      return held(isInstallLink(source.text) ? readInstallLink(source.text) : parseEntries(source.text))
    case 'link':
      return held(readInstallLink(source.url))
    case 'client': {
      const found = await readClientServers(source.client, computer)
      if (found === null) {
        throw new EntryError(
          'unreadable',
          { en: 'This client is not on this computer.', zh: '这台电脑上没有这个客户端。' },
          { en: 'Choose one of the list.', zh: '请从列表中选择。' },
        )
      }
      if (found.problem !== null) {
        throw new EntryError('unreadable', found.problem, {
          en: 'Mend the file in that client, or paste the entry.',
          zh: '请在该客户端中修复这个文件，或直接粘贴这一项。',
        })
      }
      return held(found.drafts)
    }
    case 'bundle':
      return [await readBundle({ path: source.path, bundlesDir, computer })]
  }
}

const held = (drafts: readonly EntryDraft[]): HeldDraft[] => drafts.map((draft) => ({ draft }))

/** The target and values of a form; also for a change of a stored entry. */
export function formDraft({ name, target: said }: FormEntry): EntryDraft {
  const base = { name, origin: { kind: 'form' }, warnings: [], settings: {}, isOff: false } as const
  if (said.kind === 'stdio') {
    const { env, ...rest } = said
    const target = { ...rest, envNames: Object.keys(env) }
    const fields = unset(env).map((variable) => namedField('env', variable))
    return { ...base, target, values: { ...noDraftValues, env }, fields, problem: targetProblem(target) }
  }
  const { kind, url, headers, auth, bearer, oauth } = said
  const { clientId, clientSecret, scopes, redirectPort } = oauth
  const target = {
    kind,
    url,
    headerNames: Object.keys(headers),
    auth,
    oauth: { clientId, scopes, redirectPort },
  }
  const fields = unset(headers).map((header) => namedField('header', header))
  return { ...base, target, values: { env: {}, headers, bearer, clientSecret }, fields, problem: targetProblem(target) }
}

function unset(values: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [name] : []))
}
