/** The window's own scheme: `app://mirohub/…` answers files of the built page and nothing else. */
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { protocol } from 'electron'
import { pageHeaders } from '../api/page-headers.ts'

export const appScheme = 'app'
export const appHost = 'mirohub'
export const appUrl = `${appScheme}://${appHost}/`

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Must run before the app is ready. `secure` gives the page the rights of https, `standard` makes URLs resolve as usual. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves `pageDir` under `app://mirohub/`. */
export function serveAppScheme(pageDir: string): void {
  protocol.handle(appScheme, (request) => answer(pageDir, request))
}

/** True for addresses inside the app. URL.origin is 'null' for own schemes, hence the two parts. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === `${appScheme}:` && url.host === appHost
}

/**
 * The file that an address of the page stands for, or null when it may not be served. A path without an ending is a route
 * of the page, so it answers `index.html`. Nothing outside `pageDir` is ever named.
 */
export function pageFile(pageDir: string, address: string): string | null {
  if (!isAppUrl(address)) return null
  let path: string
  try {
    path = decodeURIComponent(new URL(address).pathname)
  } catch {
    return null
  }
  if (/[\\\0]/.test(path) || path.split('/').includes('..')) return null
  const wanted = extname(path) === '' ? 'index.html' : path
  const file = join(pageDir, wanted)
  const inside = relative(pageDir, file)
  return inside === '' || inside.startsWith(`..${sep}`) || inside === '..' ? null : file
}

async function answer(pageDir: string, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed')
  const file = pageFile(pageDir, request.url)
  if (file === null) return plain(404, 'Not found')
  try {
    const body = await readFile(file)
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: { ...pageHeaders, 'Content-Type': mimeTypes[extname(file)] ?? 'application/octet-stream' },
    })
  } catch {
    return plain(404, 'Not found')
  }
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' } })
}
