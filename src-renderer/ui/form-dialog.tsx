/** A dialog with a few fields and one thing to do with them, which takes a moment and may fail. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ErrorState } from './error-state.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'width'> {
  confirmLabel: string
  /** What could not be done, where it failed: "The person could not be added." */
  failedTitle: string
  action: { readonly isBusy: boolean; readonly error: unknown; readonly run: () => Promise<void> }
  /** Neither the button nor the Enter key does anything without it. */
  canSubmit?: boolean
  /** Removes something: the button warns, and the dialog stays until it is done. */
  isDanger?: boolean
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { confirmLabel, failedTitle, action, canSubmit = true, isDanger = false, onClose, children, ...dialog } = props
  const { t } = useTranslation()
  const id = useId()
  const isHeld = isDanger && action.isBusy
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && !isHeld && onClose()}
      footer={
        <>
          <Button disabled={isHeld} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={action.isBusy}
            disabled={!canSubmit}
            type="submit"
            form={id}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSubmit) void action.run()
        }}
      >
        {children}
        {action.error !== null && <ErrorState title={failedTitle} error={action.error} />}
      </form>
    </Dialog>
  )
}
