/**
 * How one hub takes the data over from another. A stdio endpoint without a running app is a hub of its own; when the
 * app starts, that hub closes its data and goes on as a bridge, so an MCP client never keeps a person out of their app.
 */
import { readRuntimeFile } from '../config/runtime-file.ts'
import { sendJson } from './json-rpc.ts'
import { showsRuntimeToken } from './runtime-token.ts'
import type { Mount } from './site.ts'

const PATH = '/hand-over'
const ANSWER_TIMEOUT_MS = 4_000

export interface HandOverOptions {
  /** The bearer of hub.json. */
  readonly runtimeToken: string
  /** Absent: this hub keeps its data. Called after the answer has gone out. */
  readonly onHandOver?: () => void
}

/** `POST /hand-over` for the owner's own processes; an address that is not there for everybody else. */
export function handOverMount({ runtimeToken, onHandOver }: HandOverOptions): Mount {
  return (app) => {
    app.post(PATH, (request, response, next) => {
      if (showsRuntimeToken(request, runtimeToken) !== true) return next()
      if (onHandOver === undefined) return sendJson(response, 409, { handedOver: false })
      response.once('finish', onHandOver)
      sendJson(response, 202, { handedOver: true }, { Connection: 'close' })
    })
  }
}

/**
 * Asks the hub that owns `dataDir`, if there is one, to give the data up. True means it will within seconds: its lock
 * goes when its running calls have ended.
 */
export async function askHandOver(dataDir: string): Promise<boolean> {
  const running = readRuntimeFile(dataDir)
  if (running === null || running.role !== 'stdio' || running.pid === process.pid) return false
  try {
    const response = await fetch(new URL(PATH, running.url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${running.token}` },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status === 202
  } catch {
    // It is gone, or it does not answer; the lock decides.
    return false
  }
}
