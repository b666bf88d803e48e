/** One way to name a server: its fields, and the button that goes on to look at what they are. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

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
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (canGoOn && !isBusy) onGoOn()
      }}
    >
      {children}
      {error}
      <div className="sticky bottom-0 -mx-5 -mb-4 flex justify-end border-line border-t bg-surface px-5 py-3">
        <Button type="submit" variant="primary" disabled={!canGoOn} busy={isBusy}>
          {label ?? t('add.review')}
        </Button>
      </div>
    </form>
  )
}
