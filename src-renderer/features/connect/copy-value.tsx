/** Something to copy into another program: its name, what it is for, the text, the button. */
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

export interface CopyValueProps {
  label: string
  /** Where the words before it say what it is already. */
  labelHidden?: boolean
  text?: ReactNode
  shown: string
  /** What goes to the clipboard where that is more than is shown. */
  copied?: string
}

export function CopyValue({ label, labelHidden, text, shown, copied = shown }: CopyValueProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h3 className={labelHidden ? 'sr-only' : 'font-medium text-sm'}>{label}</h3>
      {text && <p className="text-ink-2 text-sm">{text}</p>}
      <div className="flex items-start gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap break-words py-1 font-mono text-xs leading-[1.65] [overflow-wrap:anywhere]">
          {shown}
        </pre>
        <CopyButton text={copied} size="sm" />
      </div>
    </div>
  )
}
