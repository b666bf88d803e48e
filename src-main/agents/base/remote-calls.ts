/** Calls that the provider makes by itself, told like those that run here. */
import type { AgentEvent } from '../events.ts'
import { argumentsOf } from './local-calls.ts'
import type { WireEvent } from './wire.ts'

/** The server's label of such calls in events: they are the hub's own tools, reached from outside. */
export const HUB_LABEL = 'Mirohub'

const PREVIEW_LIMIT = 64 * 1024

export interface RemoteCalls {
  told(event: Extract<WireEvent, { type: 'remote_call' | 'remote_result' }>): AgentEvent[]
  /** Calls that got no result before the answer ended. */
  unanswered(): AgentEvent[]
}

export function createRemoteCalls(now: () => Date): RemoteCalls {
  const running = new Map<string, number>()
  const known = new Set<string>()

  return {
    told(event) {
      if (event.type === 'remote_call') {
        if (known.has(event.id)) return []
        known.add(event.id)
        running.set(event.id, now().getTime())
        const args = argumentsOf(event.args)
        const told = { id: event.id, tool: event.name, server: HUB_LABEL, args: args.ok ? args.value : event.args }
        return [{ type: 'tool_call', ...told, at: now().toISOString() }]
      }
      const startedAt = running.get(event.id)
      if (startedAt === undefined) return []
      running.delete(event.id)
      const durationMs = Math.max(0, now().getTime() - startedAt)
      const cut = event.text.length > PREVIEW_LIMIT
      const preview = cut ? `${event.text.slice(0, PREVIEW_LIMIT)}…` : valueIn(event.text)
      const failed = { code: 'tool_failed', message: event.text.slice(0, 1_000) || 'The call failed.', hint: '' }
      const told = { id: event.id, ok: event.ok, preview, ...(cut ? { truncated: true } : {}), durationMs }
      return [{ type: 'tool_result', ...told, ...(event.ok ? {} : { error: failed }) }]
    },
    unanswered() {
      const open = [...running.keys()]
      running.clear()
      return open.map((id) => ({
        type: 'tool_result',
        id,
        ok: false,
        preview: null,
        error: { code: 'cancelled', message: 'The answer ended before a result came.', hint: 'It may have been read.' },
      }))
    },
  }
}

/** A JSON object or list as such, else the text. */
function valueIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
