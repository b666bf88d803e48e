/** A modal question in the middle of the window, and the form of it that asks before something is lost. */
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

const scrim = 'motion-appear fixed inset-0 z-40 bg-scrim'
const panel =
  'motion-rise fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100vh-48px)] w-[calc(100vw-48px)] -translate-x-1/2 ' +
  '-translate-y-1/2 flex-col rounded-xl border border-line bg-surface shadow-float focus:outline-none'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** What has the focus when it opens; the first control if not given. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes when it closes, for a dialog that took another one's place; where it came from if not given. */
  returnFocus?: Element | null
  /** Asks something that must be answered: a click beside it does not close it. */
  isAlert?: boolean
}

const widths = { sm: 'max-w-[440px]', md: 'max-w-[560px]', lg: 'max-w-[720px]' }

export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    footer,
    width = 'md',
    initialFocus,
    returnFocus,
    isAlert,
  } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          className={scrim}
          // A click beside a question that stays must not take the focus out of it.
          onMouseDown={(event) => isAlert && event.preventDefault()}
        />
        <Radix.Content
          role={isAlert ? 'alertdialog' : 'dialog'}
          onInteractOutside={(event) => isAlert && event.preventDefault()}
          className={cx(panel, widths[width])}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            if (!(returnFocus instanceof HTMLElement)) return
            event.preventDefault()
            returnFocus.focus()
          }}
          onOpenAutoFocus={(event) => {
            if (!initialFocus?.current) return
            event.preventDefault()
            initialFocus.current.focus()
          }}
        >
          <header className="px-5 pt-4 pb-1.5">
            <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-ink-2 text-sm">{description}</Radix.Description>}
          </header>
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1.5 pb-4">{children}</div>}
          {footer && (
            <footer className="flex items-center justify-end gap-2 border-line border-t px-5 py-3">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question that names what is lost. */
  title: string
  description: ReactNode
  confirmLabel: string
  /** The dialog stays open and busy until this settles; it closes when it succeeds. */
  onConfirm: () => Promise<void> | void
}

export function ConfirmDialog({ open, onOpenChange, title, description, confirmLabel, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrim} />
        <AlertDialog.Content
          className={cx(panel, widths.sm)}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            cancel.current?.focus()
          }}
        >
          <div className="px-5 pt-4 pb-4">
            <AlertDialog.Title className="font-semibold text-base">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-ink-2 text-sm">{description}</AlertDialog.Description>
          </div>
          <footer className="flex justify-end gap-2 border-line border-t px-5 py-3">
            <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
              {t('cancel')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
