/** Puts the person's theme on the document, following the system where they chose that. */
import type { ProfileView } from '../../src-main/api/contract/app.ts'

export type Theme = ProfileView['theme']

const key = 'mirohub.theme'
const query = matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = 'system'

function paint(): void {
  const isDark = chosen === 'dark' || (chosen === 'system' && query.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

function isTheme(value: string | null): value is Theme {
  return value === 'system' || value === 'light' || value === 'dark'
}

/** Applies and remembers the choice, so that the next start does not flash the other theme. */
export function applyTheme(theme: Theme): void {
  chosen = theme
  paint()
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Only the flash at the next start depends on it.
  }
}

/** Before the hub has answered: the theme of last time. */
export function startTheme(): void {
  try {
    const stored = localStorage.getItem(key)
    if (isTheme(stored)) chosen = stored
  } catch {
    // Storage refused: follow the system.
  }
  paint()
  query.addEventListener('change', paint)
}
