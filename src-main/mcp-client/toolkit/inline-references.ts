/** Local references of a schema put in place, since half of the models' providers know none. Pure. */
import type { Bilingual } from '../../config/bilingual.ts'
import { isObject, type JsonObject, objectOf } from '../model/json-value.ts'

/** A small schema can stand for a very large one. */
const NODE_LIMIT = 5_000

export class SchemaFault extends Error {
  override readonly name = 'SchemaFault'
  readonly why: Bilingual<string>
  constructor(why: Bilingual<string>) {
    super(why.en)
    this.why = why
  }
}

/**
 * The schema without `$ref` and without the definitions that only references reach. What stands beside a `$ref` counts
 * more than what it leads to (2020-12 means both; for models the nearer words matter).
 *
 * @throws SchemaFault for a reference to itself, to nothing or to another document, and for what grows without end.
 */
export function inlineReferences(root: JsonObject): JsonObject {
  let nodes = 0
  const inline = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((inner) => inline(inner, open))
    if (!isObject(value)) return value
    if (++nodes > NODE_LIMIT) throw new SchemaFault(tooLarge)
    const { $ref, $defs: _defs, definitions: _definitions, ...rest } = value
    const own = objectOf(Object.entries(rest).map(([key, inner]) => [key, inlineKeyword(key, inner, open)]))
    if ($ref === undefined) return own
    if (typeof $ref !== 'string' || open.includes($ref)) throw new SchemaFault(cycle)
    const target = inline(resolve(root, $ref), [...open, $ref])
    return isObject(target) ? { ...target, ...own } : target
  }
  /** `$ref` and `definitions` may be names of arguments too. */
  const inlineKeyword = (key: string, value: unknown, open: readonly string[]): unknown => {
    if (DATA.has(key)) return value
    if (!MAPS.has(key) || !isObject(value)) return inline(value, open)
    nodes += 1
    return objectOf(Object.entries(value).map(([name, inner]) => [name, inline(inner, open)]))
  }
  const whole = inline(root, ['#'])
  return isObject(whole) ? whole : {}
}

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const DATA = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'description', 'title'])

/** RFC 6901 pointers, and `$anchor`s of the root's definitions. */
function resolve(root: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#')) throw new SchemaFault(nowhere(reference))
  if (!reference.startsWith('#/')) return anchored(root, reference)
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) at = at[Number(key)]
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  if (at === undefined) throw new SchemaFault(nowhere(reference))
  return at
}

function anchored(root: JsonObject, reference: string): unknown {
  const { $defs = {}, definitions = {} } = root
  const all = [$defs, definitions].flatMap((map) => (isObject(map) ? Object.values(map) : []))
  const found = all.find((one) => isObject(one) && one.$anchor === reference.slice(1))
  if (found === undefined) throw new SchemaFault(nowhere(reference))
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const cycle: Bilingual<string> = {
  en: 'The description of its arguments refers to itself, which this model cannot be told.',
  zh: '参数说明引用了自身，无法提供给此模型。',
}
const tooLarge: Bilingual<string> = {
  en: `The description of its arguments stands for more than ${NODE_LIMIT} parts.`,
  zh: `参数说明展开后超过 ${NODE_LIMIT} 个部分。`,
}
const nowhere = (reference: string): Bilingual<string> => ({
  en: `The description of its arguments refers to ${reference.slice(0, 80)}, which is not there.`,
  zh: `参数说明引用了不存在的 ${reference.slice(0, 80)}。`,
})
