/** Colours for the canvas, read from the tokens; a change of theme reads them again. */
import { useSyncExternalStore } from 'react'

export interface ChartColours {
  readonly theme: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly line: string
  readonly surface: string
  readonly accent: string
  readonly band: string
  readonly font: string
}

function read(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    theme: themeKey(),
    ink: token('--ink'),
    ink2: token('--ink-2'),
    ink3: token('--ink-3'),
    line: token('--line'),
    surface: token('--surface'),
    accent: token('--accent'),
    band: token('--band'),
    font: token('--font'),
  }
}

function themeKey(): string {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return `${document.documentElement.dataset.theme ?? ''}/${system}`
}

let current: ChartColours | null = null

function snapshot(): ChartColours {
  if (!current || current.theme !== themeKey() || current.ink === '') current = read()
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

/** A token's colour at part strength, for daily dots under their mean. */
export function faint(colour: string, percent: number): string {
  return `color-mix(in srgb, ${colour} ${percent}%, transparent)`
}
