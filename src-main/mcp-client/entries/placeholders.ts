/**
 * Places to fill in, in values that other clients would fill in themselves: `${env:X}`, `${input:x}`, `$X`, `%X%`,
 * `<your key>`. Nothing is looked up in our environment: an imported entry could read any secret that way.
 */
import type { DataObject } from '../client-apps/settings-format.ts'
import { type EntryField, namedField } from './entry-draft.ts'

const reference =
  /\$\{[^{}]+\}|\{env:\w+\}|\{\{\s*[\w.-]+\s*\}\}|\$[A-Z_][A-Z0-9_]*\b|%[A-Za-z_]\w*%|<[A-Za-z][\w .-]*>|\byour[-_ ][\w-]+|\bYOUR[-_][\w-]+/g

export interface ReadValue {
  /** With its tokens, or null where the whole value is to be filled in. */
  readonly template: string | null
  readonly fields: readonly EntryField[]
}

/** `inputs`: VS Code's, by id. */
export function readValue(
  kind: 'env' | 'header',
  name: string,
  text: string,
  inputs: ReadonlyMap<string, DataObject>,
): ReadValue {
  const found = [...text.matchAll(reference)].map(([token]) => token)
  if (found.length === 0) return { template: text, fields: [] }
  const [whole] = found
  if (whole === text && !whole.startsWith('${input:')) {
    const preset = /^\$\{[^}]*:-([^}]*)\}$/.exec(whole)?.[1]
    return { template: null, fields: [namedField(kind, name, preset)] }
  }
  return { template: text, fields: [...new Set(found)].map((token) => tokenField(token, name, inputs)) }
}

/** Tokens of VS Code's inputs in an argument or directory. Everything else there stays as it stands. */
export function inputFields(text: string, inputs: ReadonlyMap<string, DataObject>): EntryField[] {
  const tokens = [...text.matchAll(/\$\{input:[^}]+\}/g)].map(([token]) => token)
  return [...new Set(tokens)].map((token) => tokenField(token, token, inputs, false))
}

function tokenField(
  token: string,
  where: string,
  inputs: ReadonlyMap<string, DataObject>,
  sensitive = true,
): EntryField {
  const id = /^\$\{input:(.+)\}$/.exec(token)?.[1]
  const input = id === undefined ? undefined : inputs.get(id)
  const { description, password, default: preset } = input ?? {}
  return {
    key: id === undefined ? token : `input.${id}`,
    title: id ?? `${where}: ${token}`,
    description: typeof description === 'string' ? description : '',
    type: 'string',
    required: false,
    sensitive: password === true || (password === undefined && sensitive),
    multiple: false,
    ...(typeof preset === 'string' ? { default: preset } : {}),
    min: null,
    max: null,
    fills: { kind: 'token', token },
  }
}

/** `inputs` of VS Code: `[{ id, type, description, password, default }]`. */
export function inputsById(inputs: unknown): ReadonlyMap<string, DataObject> {
  const byId = new Map<string, DataObject>()
  if (!Array.isArray(inputs)) return byId
  for (const input of inputs) if (isInput(input)) byId.set(input.id, input)
  return byId
}

function isInput(input: unknown): input is DataObject & { readonly id: string } {
  return typeof input === 'object' && input !== null && 'id' in input && typeof input.id === 'string'
}
