/**
 * A server's schema as it may be shown to callers and forms: of bounded size, referring to nothing outside, without
 * hidden text and without patterns that take forever. What cannot be mended is told. Pure.
 */
import type { Bilingual } from '../../config/bilingual.ts'
import { isObject, type JsonObject, objectOf } from '../model/json-value.ts'
import { cleanText, hasHidden } from './clean-text.ts'
import { isSafePattern } from './safe-pattern.ts'

const BYTES_LIMIT = 64 * 1024
const DEPTH_LIMIT = 48

export type Usable = { readonly schema: JsonObject } | { readonly unusable: Bilingual<string> }

class Unusable extends Error {
  readonly why: Bilingual<string>
  constructor(why: Bilingual<string>) {
    super(why.en)
    this.why = why
  }
}

/** The root has to be an object; where it does not say so, it is taken for one. */
export function usableSchema(schema: unknown): Usable {
  try {
    if (!isObject(schema)) throw new Unusable(noObject)
    const { type = 'object' } = schema
    if (type !== 'object' && !(Array.isArray(type) && type.includes('object'))) throw new Unusable(noObject)
    checkDepth(schema)
    const bytes = new TextEncoder().encode(JSON.stringify(schema)).length
    if (bytes > BYTES_LIMIT) throw new Unusable(tooLarge(bytes))
    return { schema: { ...cleanSchema(schema), type: 'object' } }
  } catch (error) {
    if (error instanceof Unusable) return { unusable: error.why }
    throw error
  }
}

/** Without recursion: what comes from a server may be deeper than the stack. */
function checkDepth(schema: unknown): void {
  let level: unknown[] = [schema]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) throw new Unusable(tooDeep)
    level = level.flatMap((value) => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []))
  }
}

/** Keywords whose value is a map from a name to a schema; the names are not keywords. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const TEXTS = new Set(['title', 'description', '$comment'])
/** Values of the data, not schemas. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'example'])

function cleanSchema(schema: JsonObject): Record<string, unknown> {
  return objectOf(
    Object.entries(schema).flatMap(([key, value]) => {
      const kept = cleanKeyword(key, value)
      return kept === undefined ? [] : [[key, kept] as const]
    }),
  )
}

function cleanKeyword(key: string, value: unknown): unknown {
  if (hasHidden(key)) throw new Unusable(hiddenName)
  if (TEXTS.has(key)) return typeof value === 'string' ? cleanText(value) : undefined
  if (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef') {
    if (typeof value !== 'string' || !value.startsWith('#')) throw new Unusable(foreignReference)
    return value
  }
  // An id would move what local references start from.
  if (key === '$id' || key === 'id') return typeof value === 'string' ? undefined : cleanNested(value)
  if (key === 'pattern') return typeof value === 'string' && isSafePattern(value) ? value : undefined
  if (MAPS.has(key) && isObject(value)) return cleanMap(key, value)
  if (DATA.has(key)) {
    if (!hasHiddenText(value)) return value
    if (key === 'enum' || key === 'const') throw new Unusable(hiddenName)
    return undefined
  }
  return cleanNested(value)
}

function cleanMap(key: string, map: JsonObject): Record<string, unknown> {
  return objectOf(
    Object.entries(map).flatMap(([name, inner]) => {
      if (hasHidden(name)) throw new Unusable(hiddenName)
      if (key === 'patternProperties' && !isSafePattern(name)) return []
      return [[name, cleanNested(inner)] as const]
    }),
  )
}

function cleanNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanNested)
  return isObject(value) ? cleanSchema(value) : value
}

function hasHiddenText(value: unknown): boolean {
  if (typeof value === 'string') return hasHidden(value)
  if (Array.isArray(value)) return value.some(hasHiddenText)
  return isObject(value) && Object.entries(value).some(([key, inner]) => hasHidden(key) || hasHiddenText(inner))
}

/** The schema without some of its root properties: those are filled in by us. */
export function withoutProperties(schema: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return schema
  const { properties, required } = schema
  const isKept = (name: unknown) => typeof name !== 'string' || !names.includes(name)
  return {
    ...schema,
    ...(isObject(properties)
      ? { properties: objectOf(Object.entries(properties).filter(([name]) => isKept(name))) }
      : {}),
    ...(Array.isArray(required) ? { required: required.filter(isKept) } : {}),
    // Branches repeat what the root says of an argument.
    ...objectOf(
      ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
        const branches = schema[key]
        if (!Array.isArray(branches)) return []
        return [
          [key, branches.map((branch) => (isObject(branch) ? withoutProperties(branch, names) : branch))] as const,
        ]
      }),
    ),
  }
}

const noObject: Bilingual<string> = {
  en: 'Its arguments are not described as an object, as MCP wants.',
  zh: '它的参数没有按 MCP 的要求描述为对象。',
}
const tooDeep: Bilingual<string> = {
  en: `The description of its arguments is nested more than ${DEPTH_LIMIT} levels deep.`,
  zh: `参数说明的嵌套超过 ${DEPTH_LIMIT} 层。`,
}
const tooLarge = (bytes: number): Bilingual<string> => ({
  en: `The description of its arguments is ${Math.ceil(bytes / 1024)} KiB large; at most 64 KiB are used.`,
  zh: `参数说明有 ${Math.ceil(bytes / 1024)} KiB，上限为 64 KiB。`,
})
const foreignReference: Bilingual<string> = {
  en: 'The description of its arguments refers to another document, which is not fetched.',
  zh: '参数说明引用了外部文档，而外部文档不会被读取。',
}
const hiddenName: Bilingual<string> = {
  en: 'The name or a choice of one of its arguments holds characters that cannot be seen.',
  zh: '某个参数的名称或可选值中含有不可见字符。',
}
