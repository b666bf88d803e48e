/** A short fact beside a title or value. Colour repeats what its words say. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'plain' | 'accent' | 'amber' | 'green' | 'red'

const look: Record<Tone, string> = {
  plain: 'border-line bg-surface text-ink-2',
  accent: 'border-transparent bg-accent-soft text-accent',
  amber: 'border-transparent bg-amber-soft text-amber',
  green: 'border-transparent bg-green-soft text-green',
  red: 'border-transparent bg-red-soft text-red',
}

export function Chip({
  tone = 'plain',
  icon: Icon,
  children,
  className,
}: {
  tone?: Tone
  icon?: LucideIcon
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1 whitespace-nowrap rounded-full border px-2 py-px text-xs',
        look[tone],
        className,
      )}
    >
      {Icon && <Icon className="size-3.5 shrink-0" strokeWidth={1.6} aria-hidden />}
      <span className="truncate">{children}</span>
    </span>
  )
}
