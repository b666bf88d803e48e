/** What a server runs or reaches, as fields to edit, and back as a draft for the hub. Values of secrets never come in. Pure. */
import type { ServerDetail, ServerDraft, TargetView } from '../../../src-main/api/contract/servers.ts'

export interface NameRow {
  /** Identity of the row while its name is typed. */
  readonly key: number
  readonly name: string
  /** Stands in the hub already: its value is kept. */
  readonly isStored: boolean
  /** Of a new name; empty: filled in later. */
  readonly value: string
}

interface StdioForm {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly { readonly key: number; readonly text: string }[]
  readonly cwd: string
  readonly names: readonly NameRow[]
  readonly encoding: string
  readonly encodingErrors: 'strict' | 'replace' | 'ignore'
}

interface HttpForm {
  readonly kind: 'http' | 'sse'
  readonly url: string
  readonly names: readonly NameRow[]
  readonly auth: 'none' | 'bearer' | 'oauth'
  readonly clientId: string
  /** Separated by spaces, as OAuth writes them. */
  readonly scopes: string
  readonly redirectPort: string
}

export type TargetForm = StdioForm | HttpForm

let nextKey = 1
export const newKey = () => nextKey++

export function targetForm(target: TargetView): TargetForm {
  if (target.kind === 'stdio') {
    const { command, args, cwd, env, encoding, encodingErrors } = target
    return {
      kind: 'stdio',
      command,
      args: args.map((text) => ({ key: newKey(), text })),
      cwd: cwd ?? '',
      names: stored(env),
      encoding,
      encodingErrors,
    }
  }
  const { kind, url, headers, auth, oauth } = target
  return {
    kind,
    url,
    names: stored(headers),
    auth,
    clientId: oauth.clientId ?? '',
    scopes: oauth.scopes?.join(' ') ?? '',
    redirectPort: oauth.redirectPort === null ? '' : String(oauth.redirectPort),
  }
}

const stored = (names: readonly { name: string }[]): NameRow[] =>
  names.map(({ name }) => ({ key: newKey(), name, isStored: true, value: '' }))

export type TargetFault = 'command' | 'url' | 'name' | 'twice' | 'port'

/** The first thing that cannot be saved; null when all can. */
export function targetFault(form: TargetForm): TargetFault | null {
  const names = form.names.map((row) => row.name.trim()).filter((name) => name !== '')
  if (form.names.some((row) => row.name.trim() === '' && row.value !== '')) return 'name'
  // Header names know no case (RFC 9110 5.1); the names of variables do.
  const compared = form.kind === 'stdio' ? names : names.map((name) => name.toLowerCase())
  if (new Set(compared).size !== compared.length) return 'twice'
  if (form.kind === 'stdio') return form.command.trim() === '' ? 'command' : null
  if (!/^https?:\/\//i.test(form.url.trim()) || !URL.canParse(form.url.trim())) return 'url'
  if (form.redirectPort.trim() === '') return null
  const port = Number(form.redirectPort)
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? null : 'port'
}

/** Null for a value keeps what is stored, or leaves it to be filled in. */
export function draftOf(name: string, form: TargetForm): ServerDraft {
  const values = Object.fromEntries(
    form.names
      .filter((row) => row.name.trim() !== '')
      .map((row) => [row.name.trim(), row.isStored || row.value === '' ? null : row.value]),
  )
  if (form.kind === 'stdio') {
    return {
      name,
      target: {
        kind: 'stdio',
        command: form.command.trim(),
        args: form.args.map((one) => one.text),
        cwd: form.cwd.trim() === '' ? null : form.cwd.trim(),
        env: values,
        encoding: form.encoding,
        encodingErrors: form.encodingErrors,
      },
    }
  }
  const scopes = form.scopes.split(/\s+/).filter((one) => one !== '')
  return {
    name,
    target: {
      kind: form.kind,
      url: form.url.trim(),
      headers: values,
      auth: form.auth,
      bearer: null,
      oauth: {
        clientId: form.clientId.trim() === '' ? null : form.clientId.trim(),
        clientSecret: null,
        scopes: scopes.length === 0 ? null : scopes,
        redirectPort: form.redirectPort.trim() === '' ? null : Number(form.redirectPort),
      },
    },
  }
}

/** Whether saving would be another program or address than what the hub has. */
export function isTargetChanged(form: TargetForm, server: Pick<ServerDetail, 'target'>): boolean {
  return JSON.stringify(draftOf('', form)) !== JSON.stringify(draftOf('', targetForm(server.target)))
}
