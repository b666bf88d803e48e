import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlace, usablePlace, writePlace } from '../../../src-main/shell/window-place.ts'

const laptop = { x: 0, y: 0, width: 1440, height: 900 }
const right = { x: 1440, y: 0, width: 1920, height: 1080 }
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  isMaximized: false,
})

test('a place on a display that is still there is kept', () => {
  expect(usablePlace(at(1600, 50), [laptop, right])).toEqual(at(1600, 50))
})

test('a window left on a display that is gone comes back in the middle', () => {
  expect(usablePlace(at(1600, 50), [laptop]).bounds).toBeNull()
})

test('a title bar above the top edge or below the bottom cannot be grabbed', () => {
  expect(usablePlace(at(100, -40), [laptop]).bounds).toBeNull()
  expect(usablePlace(at(100, 890), [laptop]).bounds).toBeNull()
})

test('a window with only a sliver in sight counts as lost', () => {
  expect(usablePlace(at(1440 - 119, 50), [laptop]).bounds).toBeNull()
  expect(usablePlace(at(1440 - 120, 50), [laptop]).bounds).not.toBeNull()
})

test('a size below the smallest is lifted to it, fractions are rounded', () => {
  expect(usablePlace(at(10.4, 20.6, 300, 200), [laptop]).bounds).toEqual({ x: 10, y: 21, width: 800, height: 560 })
})

test('what was written is read again, by nobody else', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'place-')), 'place.json')
  writePlace(file, at(1, 2))
  expect(readPlace(file)).toEqual(at(1, 2))
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
})

test.each(['', '{', 'null', '[]', '{"bounds":{"x":"1"}}', '{"bounds":{"x":1,"y":2,"width":3}}'])(
  'a broken file (%s) opens the default window instead of none',
  (content) => {
    const file = join(mkdtempSync(join(tmpdir(), 'place-')), 'place.json')
    writeFileSync(file, content)
    expect(readPlace(file)).toEqual({ bounds: null, isMaximized: false })
  },
)
