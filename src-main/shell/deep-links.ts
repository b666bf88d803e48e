/**
 * `mirohub://` links: the operating system opens the app with one, or hands it to the app that runs. They are passed on
 * as text and looked at in the page; a link alone does nothing.
 */
import { isAppLink, LINK_SCHEME } from '../config/link-scheme.ts'

/** The part of Electron's `app` that is used here. */
export interface LinkApp {
  readonly isPackaged: boolean
  setAsDefaultProtocolClient(protocol: string): boolean
  on(event: 'open-url', listener: (event: { preventDefault(): void }, url: string) => void): unknown
}

/** The first link among the words of a command line: Windows and Linux start the app with it. */
export function linkIn(argv: readonly string[]): string | null {
  return argv.find(isAppLink) ?? null
}

/**
 * Must run before the app is ready: macOS hands over the link that started the app right then. Installers register the
 * scheme (electron-builder.yml); where the app was only unpacked, it does so itself.
 */
export function receiveLinks(app: LinkApp, argv: readonly string[], onLink: (link: string) => void): void {
  // From a checkout this would register Electron itself, without the app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (isAppLink(url)) onLink(url)
  })
  const first = linkIn(argv)
  if (first !== null) onLink(first)
}
