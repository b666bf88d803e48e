/** Leaving: the hub is stopped once, and the process ends only when it has. */

/** What leaving needs of Electron's `app`. */
export interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  on(event: 'window-all-closed', listener: () => void): unknown
  quit(): void
}

/**
 * Holds every quit back until `stop` has settled, then quits. `stop` is called once, however often quitting is asked for;
 * its failure is told to `onError` and does not keep the process alive.
 */
export function quitAfter(
  app: QuittingApp,
  options: { stop: () => Promise<void>; onError: (error: unknown) => void; platform: NodeJS.Platform },
): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running'
  app.on('before-quit', (event) => {
    if (state === 'stopped') return
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    void options
      .stop()
      .catch(options.onError)
      .finally(() => {
        state = 'stopped'
        app.quit()
      })
  })
  // On macOS an app stays in the dock without windows, until it is quit.
  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit()
  })
}
