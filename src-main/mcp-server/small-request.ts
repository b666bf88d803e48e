/** One HTTP request with a deadline and a small answer; redirects are told, not followed. */
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

const MAX_ANSWER_BYTES = 256 * 1024

export type Asked =
  | { readonly ok: true; readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
  /** late: past the deadline. cut: no whole answer came. failed: `said` is node's message. */
  | { readonly ok: false; readonly why: 'late' | 'cut' | 'failed'; readonly said: string }

export interface SmallRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly deadlineMs: number
  /** Certificate authority in PEM instead of the usual ones. */
  readonly ca?: string | undefined
}

/** Never rejects. What comes after the first 256 KB is cut off. */
export function ask(url: URL, { method, headers, body, deadlineMs, ca }: SmallRequest): Promise<Asked> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const options = { method, headers, agent: false, ...(ca === undefined ? {} : { ca }) }
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const done = () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ ok: true, status: response.statusCode ?? 0, headers: response.headers, text })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= MAX_ANSWER_BYTES) done()
      })
      response.once('end', done)
    })
    const timer = setTimeout(() => {
      resolve({ ok: false, why: 'late', said: '' })
      request.destroy()
    }, deadlineMs)
    request.on('error', (error) => resolve({ ok: false, why: 'failed', said: error.message }))
    request.once('close', () => {
      clearTimeout(timer)
      resolve({ ok: false, why: 'cut', said: '' })
    })
    request.end(body)
  })
}
