/**
 * Structured clone over a text channel. One function without outside names, because its source text also runs in the page.
 * Throws what Electron throws for values that cannot be cloned.
 */
export interface WireCodec {
  /** Turns a value into JSON text. */
  pack(value: unknown): string
  unpack(text: string): unknown
}

export function createWireCodec(): WireCodec {
  type Tagged = { $: string; v?: unknown; t?: string }

  const toBase64 = (bytes: Uint8Array): string => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    return btoa(text)
  }
  const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }

  const encode = (value: unknown, parents: readonly object[]): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'number') return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value !== 'object' || value instanceof Promise || value instanceof WeakMap) return refuse()
    if (parents.includes(value)) throw new Error('The stand-in does not support cyclic IPC values.')
    const inside = (child: unknown): unknown => encode(child, [...parents, value])
    if (value instanceof Date) return { $: 'date', v: value.getTime() }
    if (value instanceof Map) return { $: 'map', v: [...value].map((pair) => pair.map(inside)) }
    if (value instanceof Set) return { $: 'set', v: [...value].map(inside) }
    if (value instanceof Error) return { $: 'error', v: value.message }
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: toBase64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) {
      return { $: 'bytes', v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    }
    if (Array.isArray(value)) return value.map(inside)
    return { $: 'object', v: Object.entries(value).map(([key, child]) => [key, inside(child)]) }
  }

  const isTagged = (value: object): value is Tagged => '$' in value
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const pairs = (value: unknown): [unknown, unknown][] => list(value).map((pair) => [list(pair)[0], list(pair)[1]])

  const decode = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(decode)
    if (!isTagged(value)) return value
    switch (value.$) {
      case 'undefined':
        return undefined
      case 'number':
        return Number(value.v)
      case 'bigint':
        return BigInt(String(value.v))
      case 'date':
        return new Date(Number(value.v))
      case 'map':
        return new Map(pairs(value.v).map(([key, child]) => [decode(key), decode(child)]))
      case 'set':
        return new Set(list(value.v).map(decode))
      case 'error':
        return new Error(String(value.v))
      case 'buffer':
        return fromBase64(String(value.v)).buffer
      case 'bytes':
        return fromBase64(String(value.v))
      default:
        return Object.fromEntries(pairs(value.v).map(([key, child]) => [String(key), decode(child)]))
    }
  }

  return {
    pack: (value) => JSON.stringify(encode(value, [])),
    unpack: (text) => decode(JSON.parse(text)),
  }
}
