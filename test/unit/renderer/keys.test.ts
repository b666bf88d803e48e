/** Which key presses are commands. */
import { describe, expect, it } from 'vitest'
import { commandFor, isImeKey, type KeyPress } from '../../../src-renderer/app/shortcuts.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
})

describe('keys', () => {
  it('take Ctrl on Windows and Linux and Cmd on a Mac, and not the other way round', () => {
    expect(commandFor(press('k', { ctrlKey: true }), false, false)).toBe('palette')
    expect(commandFor(press('k', { metaKey: true }), false, true)).toBe('palette')
    expect(commandFor(press('k', { ctrlKey: true }), false, true)).toBeNull()
    expect(commandFor(press('k', { metaKey: true }), false, false)).toBeNull()
  })

  it.each([
    ['n', 'new-chat'],
    [',', 'settings'],
    ['b', 'toggle-list'],
    ['j', 'pick-model'],
    ['u', 'attach'],
  ])('Ctrl+%s is %s, also while typing', (key, command) => {
    expect(commandFor(press(key, { ctrlKey: true }), true, false)).toBe(command)
  })

  it('leave / and ? to whoever types', () => {
    expect(commandFor(press('/'), false, false)).toBe('focus-composer')
    expect(commandFor(press('?', { shiftKey: true }), false, false)).toBe('shortcut-list')
    expect(commandFor(press('/'), true, false)).toBeNull()
    expect(commandFor(press('?', { shiftKey: true }), true, false)).toBeNull()
  })

  it('leave AltGr characters and shifted combinations alone', () => {
    expect(commandFor(press('k', { ctrlKey: true, altKey: true }), false, false)).toBeNull()
    expect(commandFor(press('N', { ctrlKey: true, shiftKey: true }), false, false)).toBeNull()
  })

  it('know a key that belongs to an input method, Safari’s committing Enter included', () => {
    expect(isImeKey(press('Enter', { isComposing: true }))).toBe(true)
    expect(isImeKey(press('Enter', { keyCode: 229 }))).toBe(true)
    expect(isImeKey(press('Enter', { keyCode: 13 }))).toBe(false)
    expect(commandFor(press('k', { ctrlKey: true, isComposing: true }), true, false)).toBeNull()
  })
})
