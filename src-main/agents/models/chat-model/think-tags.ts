/** Parts `<think>…</think>`, in which local models write their reasoning, from the answer that streams past. Pure but for its state. */

const OPEN = '<think>'
const CLOSE = '</think>'

export interface SplitText {
  readonly text: string
  readonly reasoning: string
}

export interface ThinkTags {
  split(piece: string): SplitText
  /** What was held back because it could have become a tag. */
  end(): SplitText
}

/** Only a tag before anything else counts: later ones are text about tags. */
export function thinkTags(): ThinkTags {
  let state: 'before' | 'thinking' | 'after' = 'before'
  let held = ''

  const take = (piece: string): SplitText => {
    if (state === 'after') return { text: piece, reasoning: '' }
    held += piece
    if (state === 'before') {
      const start = held.trimStart()
      if (start === '' || (OPEN.startsWith(start) && start.length < OPEN.length)) return { text: '', reasoning: '' }
      if (!start.startsWith(OPEN)) {
        state = 'after'
        return { text: flushed(), reasoning: '' }
      }
      state = 'thinking'
      held = start.slice(OPEN.length)
    }
    const close = held.indexOf(CLOSE)
    if (close !== -1) {
      const reasoning = held.slice(0, close)
      const text = held.slice(close + CLOSE.length).trimStart()
      held = ''
      state = 'after'
      return { text, reasoning }
    }
    const keep = overlap(held, CLOSE)
    const reasoning = held.slice(0, held.length - keep)
    held = held.slice(held.length - keep)
    return { text: '', reasoning }
  }
  const flushed = (): string => {
    const rest = held
    held = ''
    return rest
  }
  return {
    split: take,
    end: () => (state === 'thinking' ? { text: '', reasoning: flushed() } : { text: flushed(), reasoning: '' }),
  }
}

/** How many characters at the end of `text` could be the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let size = Math.min(text.length, tag.length - 1); size > 0; size--) {
    if (tag.startsWith(text.slice(text.length - size))) return size
  }
  return 0
}
