/** A card within an answer: named for whoever hears it, but no landmark, of which a thread would have dozens. */
import type { HTMLAttributes } from 'react'
import { cx } from '../../ui/class-names.ts'

export interface ThreadCardProps extends HTMLAttributes<HTMLDivElement> {
  /** It waits for the person: looked for by what brings them to it. */
  isWaiting?: boolean
}

export function ThreadCard({ isWaiting = false, className, ...rest }: ThreadCardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      data-waiting={isWaiting || undefined}
      className={cx('rounded-lg border text-sm', className)}
      {...rest}
    />
  )
}
