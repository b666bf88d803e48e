/** The canvas's colours for components; a change of theme reads them again. */
import { useSyncExternalStore } from 'react'
import { type ChartColours, readColours, themeKey } from './chart-colours.ts'

let current: ChartColours | null = null

function snapshot(): ChartColours {
  if (!current || current.theme !== themeKey() || current.ink === '') current = readColours()
  return current
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}

/** Identity changes when the theme does. */
export function useChartColours(): ChartColours {
  return useSyncExternalStore(subscribe, snapshot)
}
