/** What a place is for while nothing is there yet, with the one next step. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-[440px] flex-col items-center gap-2 px-6 py-12 text-center">
      {Icon && <Icon className="mb-1 size-7 text-ink-3" strokeWidth={1.4} aria-hidden />}
      <h2 className="font-semibold text-[15px]">{title}</h2>
      {children && <p className="text-ink-2 text-sm">{children}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
