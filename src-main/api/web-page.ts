/** The page in browser mode: entry by one-time code, static files and uploads behind the session cookie. */
import express, { type Express, type Request, type Response } from 'express'
import { pageHeaders } from './page-headers.ts'
import type { UploadStore } from './uploads.ts'
import { SESSION_COOKIE, type WebSessions } from './web-session.ts'

const LOCKED_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mirohub</title>
<body style="font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:12vh auto;padding:0 1.5em">
<h1 style="font-size:1.2em">This page needs its own link</h1>
<p>Mirohub shows your health data only to the browser that opened the link printed in the terminal. The link works once.</p>
<p>Run <code>mirohub serve</code> again in a terminal: it prints a fresh link to the hub that is running.</p>
<p lang="zh-CN">此页面只能通过终端中打印的一次性链接打开。请再次运行 <code>mirohub serve</code> 获取新链接。</p>
</body></html>`

export interface WebPageOptions {
  /** The built renderer. */
  readonly rendererDir: string
  readonly sessions: WebSessions
  readonly uploads: UploadStore
}

/** Mounts the page's routes; the guard for Host and Origin has run before them. */
export function mountWebPage(app: Express, { rendererDir, sessions, uploads }: WebPageOptions): void {
  const locked = (response: Response) => {
    response.set(pageHeaders)
    response.status(401).type('html').send(LOCKED_PAGE)
  }
  const isPrefetch = (request: Request) =>
    /prefetch|preview/i.test(`${request.get('sec-purpose') ?? ''}${request.get('purpose') ?? ''}`)

  app.get('/', (request, response, next) => {
    const { code } = request.query
    if (typeof code !== 'string') return next()
    response.set(pageHeaders)
    const session = isPrefetch(request) ? null : sessions.redeem(code)
    if (session !== null) response.cookie(SESSION_COOKIE, session, { httpOnly: true, sameSite: 'strict', path: '/' })
    else if (!sessions.accepts(request)) return locked(response)
    // Off the address bar and the history: a used code is worthless, but it looks like a secret.
    response.redirect(303, '/')
  })

  app.post('/api/upload', (request, response, next) => {
    if (!sessions.accepts(request)) return void response.status(401).json({ error: 'This page has no session.' })
    // A cross-site form can't send this header, and a cross-site script may not.
    const name = request.get('x-file-name')
    if (name === undefined) return void response.status(400).json({ error: 'x-file-name is missing.' })
    let decoded: string
    try {
      decoded = decodeURIComponent(name)
    } catch {
      return void response.status(400).json({ error: 'x-file-name is not percent-encoded UTF-8.' })
    }
    uploads.receive(decoded, request).then((received) => response.json(received), next)
  })

  app.use((request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (!sessions.accepts(request)) return locked(response)
    response.set(pageHeaders)
    next()
  })
  app.use(express.static(rendererDir, { index: 'index.html', cacheControl: false, dotfiles: 'deny' }))
}
