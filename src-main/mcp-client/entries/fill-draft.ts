/** Puts what a person filled in into a draft: once over each text, so that nothing in a value is read again. Pure. */
import type { ServerTarget, ServerValues } from '../model/server-entry.ts'
import type { EntryDraft, EntryField } from './entry-draft.ts'
import { EntryError } from './entry-error.ts'
import { targetProblem } from './target-problem.ts'

const MAX_VALUE = 65_536

export interface FilledDraft {
  readonly target: ServerTarget
  readonly values: ServerValues
}

type Filling = string | readonly string[]

/**
 * `given`: by keys of fields. What is not given has its default; without one, values stay unset, to be filled in later.
 *
 * @throws EntryError `bad_value` naming the field; `bad_entry` where the result cannot be started.
 */
export function fillDraft(draft: EntryDraft, given: Readonly<Record<string, unknown>>): FilledDraft {
  const env = new Map(Object.entries(draft.values.env))
  const headers = new Map(Object.entries(draft.values.headers))
  const tokens = new Map<string, Filling>()
  for (const field of draft.fields) {
    const filling = fillingOf(field, given)
    const { fills } = field
    if (filling === null) continue
    if (fills.kind === 'token') tokens.set(fills.token, filling)
    else (fills.kind === 'env' ? env : headers).set(fills.name, asText(filling))
  }
  const open = draft.fields.flatMap((field) =>
    field.fills.kind === 'token' && !tokens.has(field.fills.token) ? [{ field, token: field.fills.token }] : [],
  )
  const isOpen = (text: string): boolean => open.some(({ token }) => text.includes(token))
  const target = filledTarget(draft.target, tokens, open)
  const problem = draft.problem ?? targetProblem(target)
  if (problem !== null) {
    throw new EntryError('bad_entry', problem, {
      en: 'Change the entry where it comes from, or fill in the form by hand.',
      zh: '请在来源处修改这一项，或手动填写表单。',
    })
  }
  const setOnly = (values: ReadonlyMap<string, string | null>): Record<string, string> =>
    Object.fromEntries(
      [...values].flatMap(([name, text]) => (text === null || isOpen(text) ? [] : [[name, filledText(text, tokens)]])),
    )
  const { bearer, clientSecret } = draft.values
  const leftOut = open.filter(({ field }) => field.fills.kind === 'token' && field.fills.leaveOut === true)
  for (const [name, text] of env) {
    if (text !== null && leftOut.some(({ token }) => text.includes(token))) env.delete(name)
  }
  return {
    target: target.kind === 'stdio' ? { ...target, envNames: target.envNames.filter((name) => env.has(name)) } : target,
    values: { env: setOnly(env), headers: setOnly(headers), bearer, clientSecret },
  }
}

function filledTarget(
  target: ServerTarget,
  tokens: ReadonlyMap<string, Filling>,
  open: readonly { readonly field: EntryField; readonly token: string }[],
): ServerTarget {
  if (target.kind !== 'stdio') return target
  // A list that may be empty leaves its argument out; any other gap would be run as it stands.
  const args = target.args.filter((text) => !open.some(({ field, token }) => field.multiple && token === text))
  for (const text of [target.command, ...args, target.cwd ?? '']) {
    const gap = open.find(({ token }) => text.includes(token))
    if (gap !== undefined) throw valueError(gap.field, 'has to be filled in', '需要填写')
  }
  return {
    ...target,
    command: filledText(target.command, tokens),
    args: args.flatMap((text) => {
      const whole = tokens.get(text)
      return whole === undefined ? [filledText(text, tokens)] : whole
    }),
    cwd: target.cwd === null ? null : filledText(target.cwd, tokens),
  }
}

export function filledText(text: string, tokens: ReadonlyMap<string, Filling>): string {
  if (tokens.size === 0) return text
  const longestFirst = [...tokens.keys()].sort((a, b) => b.length - a.length)
  const any = new RegExp(longestFirst.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
  return text.replace(any, (token) => asText(tokens.get(token) ?? token))
}

const asText = (filling: Filling): string => (typeof filling === 'string' ? filling : filling.join(','))

/** Null: nothing was given and nothing is needed. */
function fillingOf(field: EntryField, given: Readonly<Record<string, unknown>>): Filling | null {
  const said = Object.hasOwn(given, field.key) ? given[field.key] : undefined
  const value = said === undefined || said === null || said === '' ? field.default : said
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    if (field.required) throw valueError(field, 'has to be filled in', '需要填写')
    return null
  }
  if (!Array.isArray(value)) return checked(field, value)
  if (!field.multiple) throw valueError(field, 'takes one value', '只能填一个值')
  const items: unknown[] = value
  return items.map((item) => checked(field, item))
}

function checked(field: EntryField, value: unknown): string {
  switch (field.type) {
    case 'number': {
      const number = typeof value === 'string' ? Number(value) : value
      if (typeof number !== 'number' || !Number.isFinite(number))
        throw valueError(field, 'is to be a number', '应为数字')
      if (field.min !== null && number < field.min) {
        throw valueError(field, `is to be ${field.min} or more`, `不能小于 ${field.min}`)
      }
      if (field.max !== null && number > field.max) {
        throw valueError(field, `is to be ${field.max} or less`, `不能大于 ${field.max}`)
      }
      return String(number)
    }
    case 'boolean':
      if (value === true || value === 'true') return 'true'
      if (value === false || value === 'false') return 'false'
      throw valueError(field, 'is to be yes or no', '应为是或否')
    default:
      if (typeof value !== 'string') throw valueError(field, 'is to be a text', '应为文本')
      if (value.length > MAX_VALUE || value.includes('\0') || !value.isWellFormed()) {
        throw valueError(field, 'holds what no program can be given', '含有程序无法接收的内容')
      }
      return value
  }
}

/** Names the field, never the value: it may be a secret. */
function valueError({ title }: EntryField, en: string, zh: string): EntryError {
  return new EntryError(
    'bad_value',
    { en: `“${title}” ${en}.`, zh: `“${title}”${zh}。` },
    { en: 'Change it in the form and add the server again.', zh: '请在表单中修改后重新添加。' },
  )
}
