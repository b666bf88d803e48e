/** Code or JSON to read and copy. */

import { cx } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'

export interface CodeBlockProps {
  code: string
  /** Names the block for a screen reader; the block takes focus so that it can be scrolled by keyboard. */
  label: string
  maxHeight?: number
  wrap?: boolean
}

export function CodeBlock({ code, label, maxHeight = 320, wrap = true }: CodeBlockProps) {
  return (
    <div className="group relative rounded-md border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="overflow-auto rounded-md py-2.5 pr-10 pl-3"
        style={{ maxHeight }}
      >
        <pre className={cx('font-mono text-xs leading-[1.65]', wrap && 'whitespace-pre-wrap break-words')}>{code}</pre>
      </section>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={code} size="sm" />
      </div>
    </div>
  )
}
