/** What is open around the page. The list's width class survives a restart. */
import { create } from 'zustand'

/** Under this window width the list folds and opens over the page. */
export const foldWidth = 900

interface LayoutStore {
  /** The window is narrower than `foldWidth`. */
  isNarrow: boolean
  /** Wide windows: the list is shown. Remembered. */
  isListShown: boolean
  /** Narrow windows: the list lies over the page. */
  isListOver: boolean
  isPaletteOpen: boolean
  isShortcutListOpen: boolean
  toggleList: () => void
  closeListOver: () => void
  setPalette: (open: boolean) => void
  setShortcutList: (open: boolean) => void
  setNarrow: (narrow: boolean) => void
}

const key = 'mirohub.list'

function remembered(): boolean {
  try {
    return localStorage.getItem(key) !== 'hidden'
  } catch {
    return true
  }
}

export const useLayout = create<LayoutStore>()((set, get) => ({
  isNarrow: false,
  isListShown: remembered(),
  isListOver: false,
  isPaletteOpen: false,
  isShortcutListOpen: false,
  toggleList: () => {
    if (get().isNarrow) {
      set({ isListOver: !get().isListOver })
      return
    }
    const isListShown = !get().isListShown
    set({ isListShown })
    try {
      localStorage.setItem(key, isListShown ? 'shown' : 'hidden')
    } catch {
      // Storage may be full or refused; the list still folds, it only is not remembered.
    }
  },
  closeListOver: () => set({ isListOver: false }),
  setPalette: (isPaletteOpen) => set({ isPaletteOpen }),
  setShortcutList: (isShortcutListOpen) => set({ isShortcutListOpen }),
  setNarrow: (isNarrow) => set({ isNarrow, isListOver: false }),
}))

/** Follows the window's width. Returns the function that stops. */
export function followWidth(): () => void {
  const query = matchMedia(`(max-width: ${foldWidth - 1}px)`)
  const apply = () => useLayout.getState().setNarrow(query.matches)
  apply()
  query.addEventListener('change', apply)
  return () => query.removeEventListener('change', apply)
}
