/** The shape of what is coming; invisible for its first 150 ms. */
import { cx } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton rounded-md bg-hover', className)} />
}

/** A few text lines. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <Skeleton key={line} className={cx('h-3.5', line === lines - 1 ? 'w-2/5' : 'w-full')} />
      ))}
    </div>
  )
}
