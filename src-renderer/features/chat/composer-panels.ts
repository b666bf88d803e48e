/** What is open at the composer, so that keys and notices anywhere on the page can open it. */
import { create } from 'zustand'

interface ComposerPanels {
  isModelOpen: boolean
  /** Counts up with each wish to attach files; the composer then asks for some. */
  attachRequests: number
  setModelOpen: (open: boolean) => void
  requestAttach: () => void
}

export const useComposerPanels = create<ComposerPanels>()((set) => ({
  isModelOpen: false,
  attachRequests: 0,
  setModelOpen: (isModelOpen) => set({ isModelOpen }),
  requestAttach: () => set((state) => ({ attachRequests: state.attachRequests + 1 })),
}))
