/**
 * What stands in the engine before any code of a model: console, tools, a clock that the hub sets, and the words for a
 * result. It runs inside the engine. Everything crosses the border as a string.
 */

/** A function expression; called with the host's `call`, `emit`. Its result is what the host holds on to. */
export const prelude = String.raw`((call, emit) => {
  'use strict'
  const { stringify, parse } = JSON
  const { freeze, create, defineProperty, getOwnPropertyDescriptor } = Object
  const { construct } = Reflect
  const RealDate = Date
  const TEXT = 20000
  const NODES = 20000
  let now = 0

  // How long something takes is nobody's business here, and neither is memory that threads share.
  delete globalThis.performance
  delete globalThis.SharedArrayBuffer

  function HubDate(...parts) {
    if (new.target === undefined) return new RealDate(now).toString()
    return construct(RealDate, parts.length === 0 ? [now] : parts, new.target)
  }
  HubDate.prototype = RealDate.prototype
  HubDate.now = () => now
  HubDate.parse = RealDate.parse
  HubDate.UTC = RealDate.UTC
  defineProperty(HubDate, 'name', { value: 'Date' })
  defineProperty(RealDate.prototype, 'constructor', { value: HubDate })
  globalThis.Date = HubDate

  function plain(value, seen, budget) {
    if (value === null) return null
    if (typeof value === 'bigint') return value + 'n'
    if (typeof value === 'function') return '[Function ' + (value.name || 'anonymous') + ']'
    if (typeof value === 'symbol') return value.toString()
    if (typeof value === 'number' && (value !== value || value === Infinity || value === -Infinity)) return '' + value
    if (typeof value !== 'object') return value
    if (seen.has(value)) return '[Circular]'
    if (--budget.nodes < 0) return '…'
    if (value instanceof Error) return value.name + ': ' + value.message
    if (value instanceof RealDate) return value.getTime() === value.getTime() ? value.toISOString() : 'Invalid Date'
    if (value instanceof RegExp) return '' + value
    if (value instanceof Promise) return '[Promise: not awaited]'
    seen.add(value)
    let result
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      result = []
      for (let at = 0; at < value.length && budget.nodes > 0; at++) result.push(plain(value[at], seen, budget))
    } else if (value instanceof Set) {
      result = plain([...value], seen, budget)
    } else if (value instanceof Map) {
      result = { Map: plain([...value], seen, budget) }
    } else {
      result = create(null)
      for (const key of Object.keys(value)) {
        if (--budget.nodes < 0) break
        result[key] = plain(value[key], seen, budget)
      }
    }
    seen.delete(value)
    return result
  }

  function shown(value) {
    if (typeof value === 'string') return value.slice(0, TEXT)
    if (value === undefined) return 'undefined'
    if (value instanceof Error) return errorText(value)
    const text = plain(value, new Set(), { nodes: NODES })
    return (typeof text === 'string' ? text : '' + stringify(text)).slice(0, TEXT)
  }

  function errorText(error) {
    if (!(error instanceof Error)) return 'Thrown: ' + shown(error)
    const place = /code\.js:(\d+)/.exec('' + error.stack)
    return error.name + ': ' + error.message + (place ? ' (line ' + place[1] + ')' : '')
  }

  const write = (...values) => { emit(values.map(shown).join(' ')) }
  globalThis.console = freeze({ log: write, info: write, warn: write, error: write, debug: write })

  return {
    begin(time, names) {
      now = time
      const tools = create(null)
      for (const name of parse(names)) {
        tools[name] = async (args) => {
          const text = stringify(args === undefined ? {} : args)
          return parse(await call(name, '' + text))
        }
      }
      const unknown = (_, name) => {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined
        if (getOwnPropertyDescriptor(tools, name) !== undefined) return tools[name]
        throw new TypeError('There is no tools.' + name + '. Tools: ' + Object.keys(tools).join(', '))
      }
      freeze(tools)
      defineProperty(globalThis, 'tools', {
        value: new Proxy(tools, { get: unknown }), writable: false, configurable: true, enumerable: false,
      })
    },
    shown,
    errorText,
  }
})`
