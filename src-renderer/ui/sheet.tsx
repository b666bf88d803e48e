/** A panel at the right edge for work that goes on beside the page. */
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  children: ReactNode
  footer?: ReactNode
}

export function Sheet({ open, onOpenChange, title, description, children, footer }: SheetProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="motion-appear fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            // The sheet itself takes the focus: a focused close button would show its tooltip over the content.
            event.preventDefault()
            panel.current?.focus()
          }}
          ref={panel}
          tabIndex={-1}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="motion-slide fixed inset-y-0 right-0 z-50 flex w-[min(520px,100vw)] flex-col border-line border-l bg-bg shadow-float focus:outline-none"
        >
          <header className="flex min-h-13 items-center gap-2 border-line border-b py-2 pr-3 pl-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-[15px]">{title}</Radix.Title>
              {description && <Radix.Description className="text-ink-3 text-xs">{description}</Radix.Description>}
            </div>
            <IconButton icon={X} label={t('close')} keys={['esc']} side="left" onClick={() => onOpenChange(false)} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer && <footer className="flex items-center gap-2 border-line border-t px-5 py-3">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
