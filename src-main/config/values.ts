/** Readers for single configuration values. Each takes a raw value with its origin and returns it typed, or throws. */

import { ConfigError } from './config.ts'

/** One raw value and where it came from. */
export interface RawValue {
  readonly key: string
  /** 'environment', '--port', or the path of config.yaml. */
  readonly origin: string
  readonly value: unknown
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

export function textValue(raw: RawValue): string {
  if (typeof raw.value === 'string') return raw.value.trim()
  if (typeof raw.value === 'number' || typeof raw.value === 'boolean') return String(raw.value)
  throw bad(raw, 'a text')
}

/** A line for each skill. Without its path an agent could not read it. */
export function skillTemplateValue(raw: RawValue): string {
  const text = textValue(raw)
  for (const place of ['{name}', '{path}']) {
    if (!text.includes(place)) throw bad(raw, `a text with {name}, {description} and {path}; it has no ${place}`)
  }
  return text
}

export function portValue(raw: RawValue): number {
  const text = textValue(raw)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw bad(raw, 'a whole number from 0 (any free port) to 65535')
  return port
}

export function countValue(raw: RawValue, most: number): number {
  const text = textValue(raw)
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > most) throw bad(raw, `a whole number from 1 to ${most}`)
  return count
}

/** Only loopback: the hub serves one person's health data and has no business on a network. */
export function loopbackValue(raw: RawValue): string {
  const host = textValue(raw).toLowerCase()
  if (!loopbackHosts.includes(host))
    throw bad(raw, `one of ${loopbackHosts.join(', ')}: Mirohub serves this computer only`)
  return host
}

/** '' or '/prefix' without a slash at the end. */
export function uriPrefixValue(raw: RawValue): string {
  const prefix = textValue(raw).replace(/\/+$/, '')
  if (prefix !== '' && !/^\/[\w\-./~]*$/.test(prefix)) throw bad(raw, 'empty, or a path such as /hub')
  return prefix
}

export function urlValue(raw: RawValue, protocols: readonly string[]): string {
  const text = textValue(raw)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !protocols.includes(url.protocol)) {
    throw bad(raw, `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`, true)
  }
  return text
}

export function choiceValue<T extends string>(raw: RawValue, choices: readonly T[]): T {
  const text = textValue(raw).toLowerCase()
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw bad(raw, `one of ${choices.join(', ')}`)
  return choice
}

export function booleanValue(raw: RawValue): boolean {
  return choiceValue(raw, ['true', 'false']) === 'true'
}

export function timeZoneValue(raw: RawValue): string {
  const zone = textValue(raw)
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone
  } catch {
    throw bad(raw, 'an IANA time zone such as Europe/Berlin')
  }
}

/** An ISO 8601 instant with its offset: without one it would mean another moment on each computer. */
export function instantValue(raw: RawValue): Date {
  const at = raw.value instanceof Date ? raw.value : isoInstant(textValue(raw))
  if (at === null || Number.isNaN(at.getTime())) throw bad(raw, 'an ISO 8601 instant such as 2026-03-01T12:00:00Z')
  return at
}

function isoInstant(text: string): Date | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text) ? new Date(text) : null
}

/** A list in a file, or a text with its entries divided by `divider`; empty entries are dropped. */
export function listValue(raw: RawValue, divider: RegExp): string[] {
  const parts = Array.isArray(raw.value)
    ? raw.value.map((entry) => textValue({ ...raw, value: entry }))
    : raw.value === null
      ? []
      : textValue(raw).split(divider)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** @param isSecret Leaves the value itself out of the message. */
function bad(raw: RawValue, allowed: string, isSecret = false): ConfigError {
  const fault = isSecret ? 'cannot be used' : `is ${JSON.stringify(raw.value)}`
  return new ConfigError(`${raw.key} (from ${raw.origin}) ${fault}; allowed: ${allowed}.`)
}
