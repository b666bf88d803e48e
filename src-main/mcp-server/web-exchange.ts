/** Node's request and response as the SDK's modern handler wants them, without writing the body that was read anew. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The SDK reads no address; the real one may hold a secret. */
const ADDRESS = 'http://localhost/mcp'

/**
 * Resolves when the response has ended. `serve` gets a POST without a body, whose signal fires when the client goes
 * before its answer is out. Rejects only with what `serve` rejects with, before anything is written.
 */
export async function exchangeAsWeb(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (web: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const answer = await serve(new Request(ADDRESS, { method: 'POST', headers: headersOf(request), signal: gone.signal }))
  if (response.destroyed) {
    await answer.body?.cancel().catch(() => {})
    return
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) response.end()
  else if (answer.headers.get('content-type')?.startsWith('application/json')) response.end(await answer.text())
  else await writeStream(answer.body, response, gone.signal)
}

/** A reader that takes nothing for this long is cut off: what it does not read piles up here. */
const STALLED_MS = 60_000

/** Waits for a slow reader, and stops when it has gone: what is left is cancelled. */
async function writeStream(body: ReadableStream<Uint8Array>, response: ServerResponse, gone: AbortSignal) {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  gone.addEventListener('abort', cancel, { once: true })
  if (gone.aborted) cancel()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!response.write(value)) {
        await once(response, 'drain', { signal: AbortSignal.any([gone, AbortSignal.timeout(STALLED_MS)]) })
      }
    }
  } catch {
    // The client has gone or stalled, or the stream broke: there is nobody to tell.
    cancel()
    response.destroy()
  } finally {
    gone.removeEventListener('abort', cancel)
    response.end()
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const web = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') web.set(name, value)
  }
  return web
}
