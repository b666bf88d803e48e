/** Saves what the filters show as a file, with progress and a way to stop. */
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AuditFilter } from '../../../src-main/api/contract/audit.ts'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.tsx'
import { type ExportFormat, useAuditExport } from './use-audit-export.ts'

export interface AuditExportMenuProps {
  filter: AuditFilter
  /** Rows that the filters leave. */
  total: number
  person: string
}

export function AuditExportMenu({ filter, total, person }: AuditExportMenuProps) {
  const { t } = useTranslation('audit')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { rows, run, cancel } = useAuditExport()
  const save = async (kind: ExportFormat) => {
    try {
      const saved = await run(filter, kind, `mirohub ${t('title')} ${person}`)
      if (saved !== null) toast(t('exported', { count: saved, formatted: format.number(saved, 0) }))
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('exportFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
    }
  }
  if (rows !== null) {
    const words = t('exporting', { rows: format.number(rows, 0), total: format.number(Math.max(total, rows), 0) })
    return (
      <div className="flex items-center gap-2">
        <div className="w-36" role="status">
          <p className="text-ink-2 text-xs">{words}</p>
          <Progress value={total === 0 ? null : rows / Math.max(total, rows)} label={words} />
        </div>
        <Button size="sm" onClick={cancel}>
          {common('cancel')}
        </Button>
      </div>
    )
  }
  return (
    <Menu
      trigger={
        <Button icon={Download} disabled={total === 0}>
          {t('export')}
        </Button>
      }
      items={[
        { label: t('exportCsv'), onSelect: () => void save('csv') },
        { label: t('exportJson'), onSelect: () => void save('json') },
      ]}
    />
  )
}
