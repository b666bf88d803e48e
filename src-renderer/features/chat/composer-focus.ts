/** Puts the cursor in the message box from anywhere, also just before it appears. */
export const composerId = 'composer'

export function focusComposer(): void {
  requestAnimationFrame(() => document.getElementById(composerId)?.focus())
}

/** Whether the cursor is in the message box, or nowhere. */
export function isComposerFocused(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === composerId
}
