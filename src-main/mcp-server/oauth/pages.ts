/**
 * The few pages that a browser sees during an authorization. They are whole in themselves, under a policy that allows
 * their own script and style by nonce and nothing else, and repeat nothing of what the request said.
 */
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PageWords } from './page-words.ts'

/** What a page tells; which words belong to it is in page-words.ts. */
export type PageKind = 'gone' | 'done' | 'denied' | 'busy' | 'error'

const STYLE = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}
a{color:inherit}
body{font:16px/1.6 system-ui,sans-serif;max-width:32em;margin:12vh auto;padding:0 1.5em}
h1{font-size:1.25em}
.code{font:600 2.5em/1.2 ui-monospace,monospace;letter-spacing:.08em;margin:.3em 0}
.quiet{opacity:.75}`

/** Asks for the state of the page's own question until it is no longer open, then loads the page again. */
const SCRIPT = `const at=location.pathname;
const ask=async()=>{try{const r=await fetch(at+'/state',{cache:'no-store'});
if(!r.ok||(await r.json()).state!=='pending')return location.replace(at)}catch{}
setTimeout(ask,1500)};setTimeout(ask,1500)`

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

export interface WaitingPage {
  readonly words: PageWords
  readonly code: string
  /** Where the app's own page is; null where there is only the window. */
  readonly appPage: string | null
}

export function sendWaitingPage(response: ServerResponse, { words, code, appPage }: WaitingPage): void {
  const link =
    appPage === null ? '' : `<p><a href="${escaped(appPage)}" target="_blank">${escaped(words.appLink)}</a></p>`
  const body = `<p>${escaped(words.waitText)}</p>
<p>${escaped(words.codeText)}</p><p class="code" id="code">${escaped(code)}</p>${link}
<p class="quiet">${escaped(words.strangerText)}</p>`
  send(response, 200, words, words.waitTitle, body, true)
}

export function sendPage(response: ServerResponse, status: number, words: PageWords, kind: PageKind): void {
  const { title, text } = textOf(words, kind)
  send(response, status, words, title, `<p>${escaped(text)}</p>`, false)
}

/** For oidc-provider, which sends by itself: the page, and the policy that belongs to it. */
export function pageOf(words: PageWords, kind: PageKind): { html: string; policy: string } {
  const { title, text } = textOf(words, kind)
  return build(words, title, `<p>${escaped(text)}</p>`, false)
}

function textOf(words: PageWords, kind: PageKind): { title: string; text: string } {
  switch (kind) {
    case 'gone':
      return { title: words.goneTitle, text: words.goneText }
    case 'done':
      return { title: words.doneTitle, text: words.doneText }
    case 'denied':
      return { title: words.deniedTitle, text: words.deniedText }
    case 'busy':
      return { title: words.busyTitle, text: words.busyText }
    case 'error':
      return { title: words.errorTitle, text: words.errorText }
  }
}

function build(words: PageWords, title: string, body: string, polls: boolean): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(polls ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  // Without scripts the page loads itself again.
  const reload = polls ? '<noscript><meta http-equiv="refresh" content="4"></noscript>' : ''
  const script = polls ? `<script nonce="${nonce}">${SCRIPT}</script>` : ''
  const html = `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">${reload}<title>${escaped(title)} · Mirohub</title>
<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main>${script}</body></html>`
  return { html, policy }
}

function send(
  response: ServerResponse,
  status: number,
  words: PageWords,
  title: string,
  body: string,
  polls: boolean,
): void {
  if (response.headersSent || response.destroyed) return
  const { html, policy } = build(words, title, body, polls)
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
  response.end(html)
}
