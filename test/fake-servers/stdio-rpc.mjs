// JSON-RPC over stdin and stdout by hand, in both eras, so that a fake server starts in the time that node takes.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const MODERN = '2026-07-28'
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const key = (name) => `io.modelcontextprotocol/${name}`

/** `--pids FILE` anywhere on the command line: this process, and `others`, are written there, a line each. */
export function notePids(...others) {
  const at = process.argv.indexOf('--pids')
  if (at > 0) appendFileSync(process.argv[at + 1], others.map((pid) => `${pid}\n`).join(''))
}

export const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

/** Errors thrown by handlers: a code of JSON-RPC. */
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * Serves until the end of input.
 *
 * `handlers`: by method, `(params, request) => result`; `request` has `id`, `modern`, `signal` and `progress(n, total)`.
 * `eras`: 'both', 'legacy' or 'modern'. `onEnd`: at the end of input, instead of leaving.
 */
export function serve({ name = 'fake', capabilities = { tools: {} }, handlers, eras = 'both', instructions, onEnd }) {
  const serverInfo = { name, version: '1.0.0' }
  const running = new Map()
  const waiting = new Map()
  const listeners = new Map()
  let asked = 0
  let requests = 0

  const builtIn = {
    initialize(params) {
      if (eras === 'modern') throw new RpcError(-32601, 'Method not found')
      const protocolVersion = LEGACY.includes(params.protocolVersion) ? params.protocolVersion : LEGACY[0]
      return { protocolVersion, capabilities, serverInfo, instructions }
    },
    ping: () => ({}),
    'server/discover'() {
      if (eras === 'legacy') throw new RpcError(-32601, 'Method not found')
      return { supportedVersions: [MODERN], capabilities, instructions, ttlMs: 0, cacheScope: 'private' }
    },
    'subscriptions/listen'(params, { id, signal }) {
      const meta = { _meta: { [key('subscriptionId')]: id } }
      write({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: params.notifications, ...meta },
      })
      listeners.set(id, meta)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(meta))).finally(() => {
        listeners.delete(id)
      })
    },
  }

  const answer = async ({ id, method, params = {} }) => {
    const cancel = new AbortController()
    running.set(id, cancel)
    const modern = params._meta?.[key('protocolVersion')] !== undefined
    const request = {
      id,
      modern,
      signal: cancel.signal,
      client: params._meta?.[key('clientCapabilities')],
      progress(progress, total, message) {
        const progressToken = params._meta?.progressToken
        if (progressToken === undefined) return
        write({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, total, message } })
      },
    }
    requests += 1
    try {
      const handler = handlers[method] ?? builtIn[method]
      if (handler === undefined) throw new RpcError(-32601, `Method not found: ${method}`)
      if (modern && eras === 'legacy') throw new RpcError(-32601, `Method not found: ${method}`)
      const result = await handler(params, request)
      if (cancel.signal.aborted && method !== 'subscriptions/listen') return
      const cached = modern && /\/(list|read|templates\/list)$/.test(method) ? { ttlMs: 0, cacheScope: 'private' } : {}
      write({
        jsonrpc: '2.0',
        id,
        result: modern
          ? {
              resultType: 'complete',
              ...cached,
              ...result,
              _meta: { ...result._meta, [key('serverInfo')]: serverInfo },
            }
          : result,
      })
    } catch (error) {
      const data = error.data === undefined ? {} : { data: error.data }
      write({ jsonrpc: '2.0', id, error: { code: error.code ?? -32603, message: error.message, ...data } })
    } finally {
      running.delete(id)
    }
  }

  createInterface({ input: process.stdin })
    .on('line', (line) => {
      if (line.trim() === '') return
      const message = JSON.parse(line)
      if (message.method === undefined) {
        waiting.get(message.id)?.(message)
        waiting.delete(message.id)
      } else if (message.method === 'notifications/cancelled') running.get(message.params.requestId)?.abort()
      else if (message.id !== undefined) void answer(message)
    })
    .on('close', () => (onEnd === undefined ? process.exit(0) : onEnd()))

  return {
    /** How many requests have come. */
    requests: () => requests,
    notify: (method, params = {}) => write({ jsonrpc: '2.0', method, params }),
    /** Legacy clients are told on the stream, modern ones that listen in their subscription. */
    listChanged(what) {
      const method = `notifications/${what}/list_changed`
      if (listeners.size === 0) write({ jsonrpc: '2.0', method })
      for (const meta of listeners.values()) write({ jsonrpc: '2.0', method, params: meta })
    },
    /** A request to the client; legacy era only. Resolves with the whole response. */
    ask(method, params) {
      const id = `ask-${++asked}`
      write({ jsonrpc: '2.0', id, method, params })
      return new Promise((resolve) => waiting.set(id, resolve))
    },
  }
}
