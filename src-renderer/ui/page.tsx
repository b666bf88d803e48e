/** The frame of a page: a header that stays over content that scrolls; and the framed block that content is made of. */
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { PageHeader, type PageHeaderProps } from './page-header.tsx'

/** Content is a size container: `@2xl:` and friends answer to the page's width, not the window's. */
export function Page({ children, ...header }: PageHeaderProps & { readonly children: ReactNode }) {
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PageHeader {...header} />
      <div className="@container relative min-h-0 flex-1 overflow-y-auto">
        <div className="flex min-w-0 flex-col gap-4.5 px-7 pt-6 pb-10">{children}</div>
      </div>
    </main>
  )
}

/** A framed block with a short heading; its heading is what screen readers jump by, so it is no landmark as well. */
export function Panel(props: {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Padding for text; tables reach the edge. */
  readonly padded?: boolean
  readonly className?: string
}) {
  return (
    <div className={cx('min-w-0 overflow-hidden rounded-lg border border-line bg-surface', props.className)}>
      <div className="flex min-h-11 items-center gap-2 px-3.5 py-2">
        <h2 className="font-semibold text-sm">{props.title}</h2>
        {props.about && <span className="text-ink-3 text-xs">{props.about}</span>}
        <div className="ml-auto flex items-center gap-1">{props.actions}</div>
      </div>
      <div className={props.padded ? 'px-3.5 pb-3.5' : ''}>{props.children}</div>
    </div>
  )
}
