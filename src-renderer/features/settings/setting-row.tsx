/** One setting: what it is at the left, its control at the right. */
import type { ReactNode } from 'react'
import { useId } from 'react'

export interface SettingRowProps {
  label: string
  hint?: ReactNode
  /** The control is small, a switch: the words get the room. */
  isNarrow?: boolean
  /** Receives the id that its label points to. */
  children: (id: string) => ReactNode
}

export function SettingRow({ label, hint, isNarrow = false, children }: SettingRowProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-line border-t px-3.5 py-2.5 first:border-0">
      <div className="min-w-40 flex-1">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint && <p className="text-ink-3 text-xs">{hint}</p>}
      </div>
      <div className={isNarrow ? 'shrink-0' : 'w-72 max-w-full'}>{children(id)}</div>
    </div>
  )
}
