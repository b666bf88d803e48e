/** Keys that work everywhere. Pure: which command a key press means; the shell carries it out. */

export type Command =
  | 'palette'
  | 'new-chat'
  | 'settings'
  | 'toggle-list'
  | 'pick-model'
  | 'attach'
  | 'focus-composer'
  | 'shortcut-list'

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing: boolean
  keyCode: number
}

/** A key press that belongs to an input method, not to us. keyCode 229 is what Safari sends for the committing Enter. */
export function isImeKey(event: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}

/**
 * The command of a key press, or null. `isTyping`: focus is in a field, where plain keys are text and only
 * combinations with Ctrl or Cmd count.
 */
export function commandFor(event: KeyPress, isTyping: boolean, isMac: boolean): Command | null {
  if (isImeKey(event) || event.altKey) return null
  const mod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (mod && !event.shiftKey) {
    if (event.key === 'k' || event.key === 'K') return 'palette'
    if (event.key === 'n' || event.key === 'N') return 'new-chat'
    if (event.key === ',') return 'settings'
    if (event.key === 'b' || event.key === 'B') return 'toggle-list'
    if (event.key === 'j' || event.key === 'J') return 'pick-model'
    if (event.key === 'u' || event.key === 'U') return 'attach'
    return null
  }
  if (event.ctrlKey || event.metaKey || isTyping) return null
  if (event.key === '/') return 'focus-composer'
  if (event.key === '?') return 'shortcut-list'
  return null
}

/** Whether a key press in this element is text. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}
