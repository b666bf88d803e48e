/** The structured log: one line a message on stderr and in a rotating file. Never stdout, which carries protocols. */

import { join } from 'node:path'
import { redactText, redactValue } from './redact.ts'
import { RotatingFile } from './rotating-file.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A logger whose lines carry `area`, e.g. 'db' or 'import'. */
  child(area: string): Logger
  close(): void
}

export interface LoggerOptions {
  readonly level: LogLevel
  /** `logs/` in it takes the file; null writes none. */
  readonly dataDir: string | null
  /** Where readable lines go; stderr by default, null for nowhere. */
  readonly stream?: { write(text: string): unknown } | null
  readonly now?: () => Date
}

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Makes the logger of a process. Everything written passes redaction (log/redact.ts) first. */
export function createLogger(options: LoggerOptions): Logger {
  const file = options.dataDir === null ? null : new RotatingFile({ dir: join(options.dataDir, 'logs'), name: 'hub' })
  const stream = options.stream === undefined ? process.stderr : options.stream
  const now = options.now ?? (() => new Date())

  const write = (level: LogLevel, area: string | null, message: string, fields: LogFields | undefined): void => {
    if (ranks[level] < ranks[options.level]) return
    const at = now().toISOString()
    const text = redactText(message)
    const safe = fields === undefined ? undefined : redactValue(fields)
    file?.write(JSON.stringify({ at, level, ...(area === null ? {} : { area }), message: text, ...asObject(safe) }))
    stream?.write(`${at} ${level.toUpperCase().padEnd(5)} ${area === null ? '' : `${area}: `}${text}${tail(safe)}\n`)
  }
  const make = (area: string | null): Logger => ({
    debug: (message, fields) => write('debug', area, message, fields),
    info: (message, fields) => write('info', area, message, fields),
    warn: (message, fields) => write('warn', area, message, fields),
    error: (message, fields) => write('error', area, message, fields),
    child: (name) => make(area === null ? name : `${area}.${name}`),
    close: () => file?.close(),
  })
  return make(null)
}

/** A logger that writes nowhere, for tests and short-lived commands. */
export const silentLogger: Logger = createLogger({ level: 'error', dataDir: null, stream: null })

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? { fields: value } : {}
}

function tail(fields: unknown): string {
  const text = fields === undefined ? '' : JSON.stringify(fields)
  return text === '' || text === '{}' ? '' : ` ${text}`
}
