/** The open windows, known to `app` and to BrowserWindow without either importing the other. */
export interface ClosableWindow {
  /** False when the window's own `close` listener called it off. */
  closeForQuit(): boolean
}

export const openWindows = new Set<ClosableWindow>()
