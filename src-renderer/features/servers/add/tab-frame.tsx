/** One way to name a server: its fields, and the button in the dialog's foot that goes on to look at what they are. */
import { createContext, type ReactNode, useContext, useId } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

/** Where the dialog wants the button of the way that is shown. */
export const TabFoot = createContext<HTMLElement | null>(null)

export interface TabFrameProps {
  canGoOn: boolean
  isBusy: boolean
  /** "Look at it…" if not given. */
  label?: string
  onGoOn: () => void
  /** Why it could not be read. */
  error: ReactNode
  children: ReactNode
}

export function TabFrame({ canGoOn, isBusy, label, onGoOn, error, children }: TabFrameProps) {
  const { t } = useTranslation('servers')
  const id = useId()
  const foot = useContext(TabFoot)
  return (
    <form
      id={id}
      className="flex flex-col gap-4 pb-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (canGoOn && !isBusy) onGoOn()
      }}
    >
      {children}
      {error}
      {foot &&
        createPortal(
          <Button type="submit" form={id} variant="primary" disabled={!canGoOn} busy={isBusy}>
            {label ?? t('add.review')}
          </Button>,
          foot,
        )}
    </form>
  )
}
