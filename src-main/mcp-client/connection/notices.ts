/** What a server says unasked: that a list is another, that a resource changed, and its log. */
import type { Client, JSONValue, LoggingLevel } from '@modelcontextprotocol/client'
import type { ConnectHooks } from '../model/connection.ts'
import type { LogLine } from '../model/server-status.ts'
import type { ClientSession } from './client-session.ts'

type Hooks = Pick<ConnectHooks, 'onListChanged' | 'onResourceUpdated' | 'onLog'>

/** `toCaller` gets log messages for the client behind the request they belong to. */
export function hearNotices(
  client: Client,
  hooks: Hooks,
  toCaller: (level: LoggingLevel, data: JSONValue, logger?: string) => void,
): void {
  client.setNotificationHandler('notifications/tools/list_changed', () => hooks.onListChanged('tools'))
  client.setNotificationHandler('notifications/resources/list_changed', () => hooks.onListChanged('resources'))
  client.setNotificationHandler('notifications/prompts/list_changed', () => hooks.onListChanged('prompts'))
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => hooks.onResourceUpdated(params.uri))
  client.setNotificationHandler('notifications/message', ({ params: { level, data, logger } }) => {
    hooks.onLog({ from: 'server', level: lineLevel(level), text: logText(data, logger) })
    toCaller(level, data as JSONValue, logger)
  })
}

const MAX_LOG_TEXT = 8192

function logText(data: unknown, logger: string | undefined): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const line = logger === undefined ? text : `${logger}: ${text}`
  return line.length > MAX_LOG_TEXT ? `${line.slice(0, MAX_LOG_TEXT)}…` : line
}

/** RFC 5424 levels in the four of the log. */
function lineLevel(level: LoggingLevel): LogLine['level'] {
  switch (level) {
    case 'debug':
      return 'debug'
    case 'info':
    case 'notice':
      return 'info'
    case 'warning':
      return 'warn'
    default:
      return 'error'
  }
}

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000

/**
 * Subscribes to changes where the era wants that (2026-07-28, subscriptions/listen) and again after the stream is lost;
 * changes may have been missed then, so the lists are taken for changed. Returns what ends it.
 */
export function listenForChanges({ client, era }: ClientSession, hooks: Hooks): () => void {
  const offered = client.getServerCapabilities()
  const filter = {
    ...(offered?.tools?.listChanged && { toolsListChanged: true as const }),
    ...(offered?.resources?.listChanged && { resourcesListChanged: true as const }),
    ...(offered?.prompts?.listChanged && { promptsListChanged: true as const }),
  }
  if (era !== 'modern' || Object.keys(filter).length === 0) return () => {}
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let delayMs = FIRST_DELAY_MS
  let lost = false

  async function listen(): Promise<void> {
    try {
      const subscription = await client.listen(filter, { signal: ending.signal })
      delayMs = FIRST_DELAY_MS
      if (lost) changedAll()
      if ((await subscription.closed) === 'local') return
      lost = true
    } catch {
      // Not offered after all, or not now: everything else works without it.
    }
    if (ending.signal.aborted) return
    timer = setTimeout(() => void listen(), delayMs)
    timer.unref()
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
  }
  function changedAll(): void {
    if (filter.toolsListChanged) hooks.onListChanged('tools')
    if (filter.resourcesListChanged) hooks.onListChanged('resources')
    if (filter.promptsListChanged) hooks.onListChanged('prompts')
  }

  void listen()
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}
