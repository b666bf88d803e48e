/** A state as a dot with its words beside it, never as colour alone. */
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const look = {
  good: 'bg-green',
  busy: 'bg-accent',
  attention: 'bg-amber',
  failed: 'bg-red',
  off: 'border-[1.5px] border-ink-3',
}

export function StatusDot({ state, children }: { state: keyof typeof look; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={cx('size-2 shrink-0 rounded-full', look[state])} aria-hidden />
      {children}
    </span>
  )
}
