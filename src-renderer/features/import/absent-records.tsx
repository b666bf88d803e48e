/** Records that a newer full export no longer holds: told, and removed only when the person asks. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportedFileView } from '../../../src-main/api/contract/imports.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'

export interface AbsentRecordsProps {
  /** import_file.id */
  fileId: number
  absent: ImportedFileView['summary']['absent']
  onRemoved?: () => void
}

export function AbsentRecords({ fileId, absent, onRemoved }: AbsentRecordsProps) {
  const { t } = useTranslation('importing')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  const formatted = format.number(absent.total, 0)
  const remove = async () => {
    try {
      const { removed } = await client.imports.removeAbsent({ id: fileId })
      toast(t('absentRemoved', { formatted: format.number(removed, 0) }))
      setGone(true)
      onRemoved?.()
    } catch (error) {
      toast(`${t('absentFailed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  return (
    <div className="flex flex-col gap-2 rounded-md bg-amber-soft px-3 py-2.5 text-sm">
      <div>
        <p className="font-medium text-amber">{t('absentTitle', { count: absent.total, formatted })}</p>
        <p className="text-ink-2 text-xs">{t('absentText')}</p>
      </div>
      <ul className="flex flex-col gap-0.5 text-ink-2 text-xs">
        {absent.indicators.slice(0, 6).map((indicator) => (
          <li key={indicator.key}>
            {indicator.name}: {format.number(indicator.count, 0)} ({format.date(indicator.firstDate, 'short')} –{' '}
            {format.date(indicator.lastDate, 'short')})
          </li>
        ))}
      </ul>
      <Button size="sm" className="self-start" onClick={() => setAsking(true)}>
        {t('absentRemove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('absentConfirm', { formatted })}
        description={t('absentConfirmText')}
        confirmLabel={t('absentRemove')}
        onConfirm={remove}
      />
    </div>
  )
}
