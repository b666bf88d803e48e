/** The fields of a server as they are filled in, what is wrong with them, and the draft that they make. Pure. */
import type { ServerDraft } from '../../../../src-main/api/contract/servers.ts'

export interface Pair {
  readonly name: string
  readonly value: string
}

export interface ServerForm {
  readonly name: string
  readonly kind: 'stdio' | 'http' | 'sse'
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: readonly Pair[]
  readonly url: string
  readonly headers: readonly Pair[]
  readonly auth: 'none' | 'bearer' | 'oauth'
  readonly bearer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly port: string
}

export const emptyForm: ServerForm = {
  name: '',
  kind: 'stdio',
  command: '',
  args: [],
  cwd: '',
  env: [],
  url: '',
  headers: [],
  auth: 'none',
  bearer: '',
  clientId: '',
  clientSecret: '',
  scopes: '',
  port: '',
}

export interface FormFault {
  readonly field: 'url' | 'port' | 'env' | 'headers'
  readonly words: 'form.urlBad' | 'form.portBad' | 'form.nameTwice' | 'form.nameMissing'
  /** The name that stands twice. */
  readonly name: string
}

function pairFault(field: 'env' | 'headers', pairs: readonly Pair[]): FormFault[] {
  const seen = new Set<string>()
  for (const { name, value } of pairs) {
    // Names of headers are alike whatever their letters' case (RFC 9110, section 5.1).
    const key = field === 'headers' ? name.trim().toLowerCase() : name.trim()
    if (key === '' && value !== '') return [{ field, words: 'form.nameMissing', name: '' }]
    if (key !== '' && seen.has(key)) return [{ field, words: 'form.nameTwice', name: name.trim() }]
    seen.add(key)
  }
  return []
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

/** Of what is filled in; what is missing is no fault, it only cannot be sent yet. */
export function faultsOf(form: ServerForm): FormFault[] {
  if (form.kind === 'stdio') return pairFault('env', form.env)
  const faults = pairFault('headers', form.headers)
  if (form.url.trim() !== '' && !isWebAddress(form.url.trim()))
    faults.push({ field: 'url', words: 'form.urlBad', name: '' })
  const port = form.port.trim()
  if (form.auth === 'oauth' && port !== '' && !(/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    faults.push({ field: 'port', words: 'form.portBad', name: '' })
  }
  return faults
}

export function isComplete(form: ServerForm): boolean {
  if (form.name.trim() === '' || faultsOf(form).length > 0) return false
  return form.kind === 'stdio' ? form.command.trim() !== '' : form.url.trim() !== ''
}

/** An empty value has to be filled in later. */
const recordOf = (pairs: readonly Pair[]) =>
  Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value === '' ? null : value]),
  )

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** Arguments stay exactly as they are, also empty ones and those with blanks at an end. */
export function draftOf(form: ServerForm): ServerDraft {
  const name = form.name.trim()
  if (form.kind === 'stdio') {
    const { args } = form
    return {
      name,
      target: {
        kind: 'stdio',
        command: form.command.trim(),
        args: [...args],
        cwd: orNull(form.cwd),
        env: recordOf(form.env),
      },
    }
  }
  const isOauth = form.auth === 'oauth'
  const scopes = form.scopes.split(/\s+/).filter(Boolean)
  return {
    name,
    target: {
      kind: form.kind,
      url: form.url.trim(),
      headers: recordOf(form.headers),
      auth: form.auth,
      bearer: form.auth === 'bearer' ? orNull(form.bearer) : null,
      oauth: {
        clientId: isOauth ? orNull(form.clientId) : null,
        clientSecret: isOauth ? orNull(form.clientSecret) : null,
        scopes: isOauth && scopes.length > 0 ? scopes : null,
        redirectPort: isOauth && form.port.trim() !== '' ? Number(form.port.trim()) : null,
      },
    },
  }
}
