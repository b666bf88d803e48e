/** What comes over time from one server: the progress and result of a call by hand, and its log. */
import type { ServerEntry } from '../../mcp-client/model/server-entry.ts'
import type { ServerManager } from '../../mcp-client/model/server-manager.ts'
import type { Caller } from '../../registry/types.ts'
import type { ApiServices } from '../context.ts'
import type { LogLineView, ServerRunEvent } from '../contract/servers.ts'

/** Lines that came while nobody read are kept up to here; then the oldest go. */
const MAX_WAITING = 5_000

/** One call of the console: through the registry as any other, approved by the person's click. */
export async function* serverRun(
  { registry, servers }: Pick<ApiServices, 'registry' | 'servers'>,
  entry: ServerEntry,
  { tool, args }: { tool: string; args: unknown },
  caller: Caller,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerRunEvent> {
  const offered = servers.tools.reports(entry.userId, entry.id).find(({ name }) => name === tool)
  const waiting = createQueue<ServerRunEvent>()
  const stop = new AbortController()
  const call = registry.invoke({
    tool: offered?.alias ?? `${entry.slug}__${tool}`,
    args,
    caller,
    approved: true,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    onProgress: ({ done, total, message }) =>
      waiting.push({ type: 'progress', done, total, ...(message === undefined ? {} : { message }) }),
  })
  void call.then((outcome) => {
    waiting.push({
      type: 'outcome',
      ok: outcome.ok && outcome.success,
      result: outcome.ok ? { ...(outcome.mcpResult ?? { structuredContent: outcome.result }) } : null,
      error: outcome.ok ? null : outcome.error,
      notice: outcome.ok ? (outcome.notice ?? null) : null,
      durationMs: outcome.durationMs,
    })
    waiting.end()
  })
  try {
    yield* waiting.read()
  } finally {
    stop.abort()
  }
}

/** What there is, then each new line, until the page goes. Lines that come together go together. */
export async function* watchLog(
  manager: Pick<ServerManager, 'logs' | 'onLog'>,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<LogLineView[]> {
  const waiting = createQueue<LogLineView>(MAX_WAITING)
  const stop = manager.onLog(id, (line) => waiting.push({ ...line }))
  const end = () => waiting.end()
  signal?.addEventListener('abort', end, { once: true })
  try {
    yield manager.logs(id).map((line) => ({ ...line }))
    yield* waiting.readTogether()
  } finally {
    stop()
    signal?.removeEventListener('abort', end)
  }
}

function createQueue<T>(limit = Number.POSITIVE_INFINITY) {
  let items: T[] = []
  let isEnded = false
  let wake = () => {}
  async function* readTogether(): AsyncGenerator<T[]> {
    for (;;) {
      if (items.length > 0) {
        const together = items
        items = []
        yield together
      } else if (isEnded) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    push(item: T) {
      items.push(item)
      if (items.length > limit) items.shift()
      wake()
    },
    end() {
      isEnded = true
      wake()
    },
    readTogether,
    async *read(): AsyncGenerator<T> {
      for await (const together of readTogether()) yield* together
    },
  }
}
