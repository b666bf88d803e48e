/**
 * Every request of every page: custom schemes are answered by the app's own handler, navigations are offered to the
 * window's guards, and the rest goes nowhere. What tried to leave is kept for specs.
 */
import type { BrowserContext, Frame, Page, Request as PageRequest, Route } from 'playwright-core'
import { record } from './record.ts'

type SchemeHandler = (request: Request) => Response | Promise<Response>

/** What a window says to a navigation of its page. */
export interface NavigationGuard {
  /** True when the page may go there. `url` is in the app's own terms. */
  allows(url: string, isMainFrame: boolean): boolean
  /** `window.open` and links with a target. */
  opens(url: string): void
}

const handlers = new Map<string, SchemeHandler>()
const guards = new Map<Page, NavigationGuard>()
const standInHost = /^(.+)\.([a-z][a-z0-9+.]*)-scheme\.invalid$/

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    record('protocol.registerSchemesAsPrivileged', schemes)
  },
  handle(scheme: string, handler: SchemeHandler): void {
    handlers.set(scheme, handler)
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
}

/** The address that Chromium is given for an address of the app. */
export function toPageAddress(address: string): string {
  const url = new URL(address)
  const scheme = url.protocol.slice(0, -1)
  if (!handlers.has(scheme)) return address
  return `https://${url.host}.${scheme}-scheme.invalid${url.pathname}${url.search}${url.hash}`
}

/** The address that the app knows for an address in Chromium. */
export function toAppAddress(address: string): string {
  const url = URL.parse(address)
  const own = url === null ? null : standInHost.exec(url.hostname)
  if (url === null || own === null) return address
  return `${own[2]}://${own[1]}${url.pathname}${url.search}${url.hash}`
}

export async function watchTraffic(context: BrowserContext): Promise<void> {
  await context.route('**/*', (route, request) => answer(route, request).catch(() => {}))
}

export function guardPage(page: Page, guard: NavigationGuard): void {
  guards.set(page, guard)
  page.once('close', () => guards.delete(page))
}

async function answer(route: Route, request: PageRequest): Promise<void> {
  const address = toAppAddress(request.url())
  if (request.isNavigationRequest()) {
    const frame = frameOf(request)
    const page = frame?.page()
    const guard = page === undefined ? undefined : guards.get(page)
    if (frame === null || guard === undefined) {
      // Nobody's window: a page is opening it. Links with a target do not say which page; then it was the last one.
      const opener = page === undefined ? null : await page.opener()
      const by = opener === null ? [...guards.values()].at(-1) : guards.get(opener)
      by?.opens(address)
      await route.abort('aborted')
      await page?.close()
      return
    }
    if (!guard.allows(address, frame.parentFrame() === null)) return route.abort('aborted')
  }
  const handler = handlers.get(new URL(address).protocol.slice(0, -1))
  if (handler === undefined) {
    record('request', address)
    return route.abort('blockedbyclient')
  }
  const body = request.postDataBuffer()
  const response = await handler(
    new Request(address, {
      method: request.method(),
      headers: await request.allHeaders(),
      body: body === null ? null : new Uint8Array(body),
    }),
  )
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

/** Null while the frame is still being made, which Playwright answers with an error. */
function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}
