/** The one door that the preload script opens, and the link that speaks through it. */
import { RPCLink } from '@orpc/client/message-port'

/** What `src-preload` exposes; nothing else of Electron reaches the page. */
export interface MirohubPipe {
  readonly host: 'electron'
  postMessage(data: string | Uint8Array): void
  /** Returns the function that stops listening. */
  onMessage(listener: (data: string | Uint8Array) => void): () => void
  /** The path of a dropped or picked file; '' where it has none. */
  filePath(file: File): string
}

declare global {
  interface Window {
    mirohubPipe?: MirohubPipe
  }
}

/**
 * The pipe lives as long as the window: the hub is in the same app, so there is nothing to reconnect to. `headers` are
 * asked for with each call.
 */
export function pipeLink(pipe: MirohubPipe, headers: () => Record<string, string>): RPCLink<Record<never, never>> {
  return new RPCLink({
    headers,
    port: {
      postMessage: (data: string | Uint8Array) => pipe.postMessage(data),
      onMessage: {
        addListener: (listener: (data: string | Uint8Array) => void) => {
          pipe.onMessage(listener)
        },
      },
      onDisconnect: { addListener: () => {} },
    },
  })
}
