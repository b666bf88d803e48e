/** What is open at the composer, so that keys and notices anywhere on the page can open it. */
import { create } from 'zustand'

interface ComposerPanels {
  isModelOpen: boolean
  setModelOpen: (open: boolean) => void
}

export const useComposerPanels = create<ComposerPanels>()((set) => ({
  isModelOpen: false,
  setModelOpen: (isModelOpen) => set({ isModelOpen }),
}))

export const filePickerId = 'composer-files'

/** Asks for files to attach. Within the key press itself: later a browser no longer takes it for the person's wish. */
export function pickFiles(): void {
  document.getElementById(filePickerId)?.click()
}
