/** A person's first letter on a round ground; their name stands beside it or is its button's label. */
import { cx } from '../../ui/class-names.ts'

export function Avatar({ name, isQuiet = false }: { name: string; isQuiet?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full font-semibold text-xs',
        isQuiet ? 'bg-hover text-ink-2' : 'bg-accent-soft text-accent',
      )}
    >
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  )
}
