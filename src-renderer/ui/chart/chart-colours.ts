/** Colours for the canvas, read from the tokens. No React here: the view for other clients draws with them too. */

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

export function readColours(): ChartColours {
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

export function themeKey(): string {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return `${document.documentElement.dataset.theme ?? ''}/${system}`
}

/** A token's colour at part strength, for daily dots under their mean. */
export function faint(colour: string, percent: number): string {
  return `color-mix(in srgb, ${colour} ${percent}%, transparent)`
}
