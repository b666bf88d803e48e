/** The line at the top of every page: back, title, what it is about, actions. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** Chips and short facts after the title. */
  about?: ReactNode
  actions?: ReactNode
  back?: { label: string; onClick: () => void }
  /** Before everything, e.g. the button that shows the list. */
  lead?: ReactNode
}

export function PageHeader({ title, about, actions, back, lead }: PageHeaderProps) {
  return (
    <header className="flex h-13 shrink-0 items-center gap-2.5 border-line border-b px-5">
      {lead}
      {back && (
        <IconButton icon={ArrowLeft} label={back.label} side="bottom" className="-ml-2" onClick={back.onClick} />
      )}
      <h1 className="min-w-0 truncate font-semibold text-[15px]">{title}</h1>
      {about}
      <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>
    </header>
  )
}
