/** Where the window was, kept over restarts: a small file, and the rules for placing it on today's displays. */
import { readFileSync, writeFileSync } from 'node:fs'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowPlace {
  /** Null places the window in the middle of the main display. */
  readonly bounds: Rectangle | null
  readonly isMaximized: boolean
}

/** Device-independent pixels. */
export const smallestSize = { width: 800, height: 560 } as const
export const firstSize = { width: 1280, height: 860 } as const

/** How much of the title bar must be on a display for the window to be found and moved. */
const visibleWidth = 120
const visibleHeight = 32

/** A remembered place that can still be used: not smaller than allowed, and reachable on one of the displays. */
export function usablePlace(place: WindowPlace, displays: readonly Rectangle[]): WindowPlace {
  const { bounds } = place
  if (bounds === null) return place
  const width = Math.max(smallestSize.width, Math.round(bounds.width))
  const height = Math.max(smallestSize.height, Math.round(bounds.height))
  const isReachable = displays.some((display) => {
    const across = Math.min(bounds.x + width, display.x + display.width) - Math.max(bounds.x, display.x)
    return across >= visibleWidth && bounds.y >= display.y && bounds.y + visibleHeight <= display.y + display.height
  })
  if (!isReachable) return { bounds: null, isMaximized: place.isMaximized }
  return { bounds: { x: Math.round(bounds.x), y: Math.round(bounds.y), width, height }, isMaximized: place.isMaximized }
}

/** The remembered place; the default when there is none or the file is broken, since a window must open all the same. */
export function readPlace(file: string): WindowPlace {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return defaultPlace
    const bounds = 'bounds' in stored ? stored.bounds : null
    const isMaximized = 'isMaximized' in stored && stored.isMaximized === true
    return { bounds: isRectangle(bounds) ? bounds : null, isMaximized }
  } catch {
    return defaultPlace
  }
}

export function writePlace(file: string, place: WindowPlace): void {
  writeFileSync(file, `${JSON.stringify(place)}\n`, { mode: 0o600 })
}

const defaultPlace: WindowPlace = { bounds: null, isMaximized: false }

function isRectangle(value: unknown): value is Rectangle {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(Reflect.get(value, side)))
  )
}
