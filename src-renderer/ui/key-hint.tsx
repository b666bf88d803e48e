/** Keys as they are printed on this computer's keyboard. 'mod' is ⌘ on a Mac and Ctrl elsewhere. */
import { cx } from './class-names.ts'

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

const macNames: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↩', esc: 'esc' }
const otherNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: 'Enter', esc: 'Esc' }

/** The printed name of a key: keyName('mod') is '⌘' or 'Ctrl'. */
export function keyName(key: string): string {
  return (isMac ? macNames : otherNames)[key] ?? key
}

export function KeyHint({ keys, inverted = false }: { keys: readonly string[]; inverted?: boolean }) {
  return (
    <span className="inline-flex shrink-0 gap-0.5" aria-hidden>
      {keys.map((key) => (
        <kbd
          key={key}
          className={cx(
            'rounded-sm border px-1 font-sans text-[11px] leading-[18px]',
            inverted ? 'border-ink-3 text-line-strong' : 'border-line bg-bg text-ink-3',
          )}
        >
          {keyName(key)}
        </kbd>
      ))}
    </span>
  )
}
