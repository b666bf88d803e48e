/** Colours: named in one file only, and readable in both themes. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../src-renderer')
const css = readFileSync(resolve(root, 'styles/tokens.css'), 'utf8')

/** `--name: #rrggbb` of a block. */
function coloursOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
}
const [lightBlock = '', darkBlock = ''] = css.split('[data-theme="dark"]')
const themes = { light: coloursOf(lightBlock), dark: coloursOf(darkBlock) }

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const pairs: [ink: string, ground: string][] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) =>
    ['bg', 'surface', 'sunken', 'hover'].map((ground): [string, string] => [ink, ground]),
  ),
  ['accent', 'bg'],
  ['accent', 'surface'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['amber', 'amber-soft'],
  ['ink-2', 'amber-soft'],
  ['red', 'bg'],
  ['red', 'surface'],
  ['ink-2', 'red-soft'],
  ['on-red', 'red'],
  ['green', 'green-soft'],
]

describe('colours', () => {
  it('the measure is right: black on white is 21, and #777 on white just misses AA', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it.each(Object.entries(themes))('%s: every text colour is AA on every ground it stands on', (_, colours) => {
    for (const [ink, ground] of pairs) {
      const ratio = contrast(colours[ink] ?? '', colours[ground] ?? '')
      expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('dark names every colour that light names', () => {
    expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(themes.light).sort())
  })

  it('are named nowhere else', () => {
    const colour = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b(?=['";\s)])|\brgba?\(|\bhsla?\(/gi
    const found = globSync('**/*.{ts,tsx,css}', { cwd: root, exclude: ['styles/tokens.css'] }).flatMap((file) =>
      (readFileSync(resolve(root, file), 'utf8').match(colour) ?? []).map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
  })
})
