/** Whether the guide to a model is open; any page can ask for it. */
import { create } from 'zustand'

interface GuideState {
  isOpen: boolean
  open: () => void
  close: () => void
}

export const useModelGuide = create<GuideState>()((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}))
