/** One block of what a person should know before anything else on the page. */
import type { ReactNode } from 'react'

export function Notice(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-t px-5 py-2.5 first:border-t-0">
      <span className="mt-0.5 shrink-0">{props.icon}</span>
      <div className="min-w-64 flex-1 text-sm">
        <p className="font-medium">{props.title}</p>
        {props.children && <div className="text-ink-2">{props.children}</div>}
      </div>
      <div className="flex flex-wrap items-center gap-2">{props.actions}</div>
    </div>
  )
}
