/** The shapes of JSON, asked of values that came from somewhere else. */

export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets a property as data, so that a key such as `__proto__` stays a key. */
export function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

/** An object of the entries, whatever their keys are called. */
export function objectOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const target: Record<string, unknown> = {}
  for (const [key, value] of entries) define(target, key, value)
  return target
}

/** Without those that are written the same. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** Equal as JSON: the order of keys does not count. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((inner, at) => isSameJson(inner, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}
