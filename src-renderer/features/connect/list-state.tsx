/** What a panel, or a whole tab, shows in the place of its list: while it is read, where it cannot be read, and where it is empty. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Loaded } from '../../stores/use-loaded.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

export interface ListStateProps {
  read: Loaded<readonly unknown[]>
  failedTitle: string
  icon: LucideIcon
  emptyTitle: string
  /** Nothing else stands around it, so the reason of a failure is shown at once. */
  isWholeTab?: boolean
  /** What would bring something here. */
  children: ReactNode
}

export function ListState({ read, failedTitle, icon, emptyTitle, isWholeTab = false, children }: ListStateProps) {
  if (read.value === null) {
    return (
      <div className={isWholeTab ? 'p-6' : 'px-3.5 pb-4'}>
        {read.error === null ? (
          <SkeletonLines lines={isWholeTab ? 5 : 3} />
        ) : (
          <ErrorState title={failedTitle} error={read.error} isReasonShown={isWholeTab} onRetry={read.reload} />
        )}
      </div>
    )
  }
  if (read.value.length > 0) return null
  return (
    <div className={isWholeTab ? undefined : 'border-line border-t'}>
      <EmptyState icon={icon} title={emptyTitle}>
        {children}
      </EmptyState>
    </div>
  )
}
