/** How far something is. `value` null: it moves, but nobody knows how long. */
import { Progress as Radix } from 'radix-ui'

export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <Radix.Root
      value={value === null ? null : Math.round(value * 100)}
      aria-label={label}
      className="relative h-1 w-full overflow-hidden rounded-full bg-line"
    >
      {value === null ? (
        <Radix.Indicator className="progress-indeterminate absolute inset-y-0 w-2/5 rounded-full bg-accent" />
      ) : (
        <Radix.Indicator
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${Math.min(100, Math.max(0, value * 100))}%` }}
        />
      )}
    </Radix.Root>
  )
}
