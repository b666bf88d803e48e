/** What a person filled in on the form, as an entry to look at. */
import type { ServerTarget } from '../model/server-entry.ts'
import type { EntryDraft } from './entry-draft.ts'
import { noDraftValues } from './entry-draft.ts'
import { targetProblem } from './target-problem.ts'

/** Values are null where they are to be filled in later. */
export interface FilledForm {
  readonly name: string
  readonly target:
    | {
        readonly kind: 'stdio'
        readonly command: string
        readonly args: readonly string[]
        readonly cwd: string | null
        readonly env: Readonly<Record<string, string | null>>
        readonly encoding: string
        readonly encodingErrors: 'strict' | 'replace' | 'ignore'
      }
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

export function targetOfForm({ target }: FilledForm): ServerTarget {
  if (target.kind === 'stdio') {
    const { env, ...rest } = target
    return { ...rest, envNames: Object.keys(env) }
  }
  const { kind, url, headers, auth, oauth } = target
  const { clientId, scopes, redirectPort } = oauth
  return { kind, url, headerNames: Object.keys(headers), auth, oauth: { clientId, scopes, redirectPort } }
}

export function draftOfForm(form: FilledForm): EntryDraft {
  const target = targetOfForm(form)
  return {
    name: form.name,
    origin: { kind: 'form' },
    target,
    values:
      form.target.kind === 'stdio'
        ? { ...noDraftValues, env: form.target.env }
        : {
            ...noDraftValues,
            headers: form.target.headers,
            bearer: form.target.bearer,
            clientSecret: form.target.oauth.clientSecret,
          },
    fields: [],
    warnings: [],
    settings: {},
    isOff: false,
    problem: targetProblem(target),
  }
}
