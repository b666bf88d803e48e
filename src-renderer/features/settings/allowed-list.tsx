/** A list of what a person allowed, each to be taken back: the frame that approvals and providers share. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '../../rpc/error-words.ts'
import type { Loaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'

export interface AllowedRow {
  readonly key: string
  readonly name: string
  readonly facts: ReactNode
  readonly revoke: () => Promise<unknown>
}

export interface AllowedListProps {
  title: string
  text?: string
  emptyText: string
  failedTitle: string
  read: Loaded<readonly unknown[]>
  rows: readonly AllowedRow[]
}

export function AllowedList({ title, text, emptyText, failedTitle, read, rows }: AllowedListProps) {
  const { t } = useTranslation('models')
  const revoke = async (row: AllowedRow) => {
    try {
      await row.revoke()
      read.reload()
    } catch (error) {
      toast(`${t('grantRevokeFailed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  return (
    <Panel title={title}>
      {text && <p className="px-3.5 pb-3 text-ink-2 text-sm">{text}</p>}
      {read.value === null && (
        <div className="px-3.5 pb-3.5">
          {read.error === null ? (
            <SkeletonLines lines={2} />
          ) : (
            <ErrorState title={failedTitle} error={read.error} onRetry={read.reload} />
          )}
        </div>
      )}
      {read.value?.length === 0 && <p className="border-line border-t px-3.5 py-3 text-ink-3 text-sm">{emptyText}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.key} className="flex items-center gap-3 border-line border-t px-3.5 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm">{row.name}</p>
              <p className="text-ink-3 text-xs">{row.facts}</p>
            </div>
            <Button size="sm" aria-label={t('grantRevokeName', { name: row.name })} onClick={() => void revoke(row)}>
              {t('grantRevoke')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
