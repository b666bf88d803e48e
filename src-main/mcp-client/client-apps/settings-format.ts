/** What every format of settings file can do for the editor: read the meaning, set and remove one entry as text. */

/** A document without comments and layout. Objects have no prototype, so that no key can be special. */
export type Data = null | boolean | number | bigint | string | Date | readonly Data[] | DataObject
export interface DataObject {
  readonly [key: string]: Data
}

/** Where a value stands in the text, by its path of keys (indices of lists as text). */
export interface ScalarSpan {
  readonly path: readonly string[]
  readonly value: unknown
  readonly start: number
  readonly end: number
}

/**
 * Functions of a text that carries no byte order mark. They throw SettingsTextError for a text that cannot be
 * understood, a key on our way that stands twice, or a servers map that is something else.
 */
export interface SettingsFormat {
  /** The whole document; an empty text is an empty object. */
  read(text: string): DataObject
  /** The text with `name` under `serversKey` set to `entry`: in its place where it is there, else as the last one. */
  set(text: string, serversKey: string, name: string, entry: DataObject): string
  /** The text without `name` under `serversKey`; the text itself where it is not there. */
  remove(text: string, serversKey: string, name: string): string
  /** Every scalar value, in the order of the text. */
  scalars(text: string): ScalarSpan[]
  /** The entry alone as it would stand in a file of this format. */
  render(serversKey: string, name: string, entry: DataObject): string
}

export function isDataObject(value: unknown): value is DataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** The same meaning: order of keys does not count, order of lists does. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.toISOString() === b.toISOString()
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => sameData(item, b[at]))
  }
  if (isDataObject(a) && isDataObject(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameData(a[key], b[key]))
    )
  }
  return Object.is(a, b)
}
