/** The one quiet line at the foot of the rail while something is imported; opens the sheet. */
import { CircleAlert, FileInput } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isEnded, useImports } from '../../stores/imports.ts'
import { cx } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { baseName, overallShare } from './job-view.ts'

export function ImportStatus() {
  const { t, i18n } = useTranslation('importing')
  const jobs = useImports((state) => state.jobs)
  const uploads = useImports((state) => state.uploads)
  const setSheet = useImports((state) => state.setSheet)
  const seenFailures = useImports((state) => state.seenFailures)
  const running = jobs.filter((job) => !isEnded(job))
  const failed = jobs.find((job) => job.phase === 'failed' && !seenFailures.has(job.jobId))
  const upload = uploads[0]
  const first = running[0]
  if (!first && !upload && !failed) return null

  const share = first ? overallShare(running) : upload ? upload.sentBytes / Math.max(1, upload.sizeBytes) : null
  const name = first ? baseName(first.path) : (upload?.name ?? baseName(failed?.path ?? ''))
  const isFailed = !first && (!upload || upload.error !== null)
  const percent = share === null ? null : new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
  const words = isFailed
    ? t('statusFailed', { name })
    : percent === null
      ? t('statusRunning', { name })
      : t('statusPercent', { name, percent })
  const Icon = isFailed ? CircleAlert : FileInput
  return (
    <Tooltip label={words} side="right">
      <button
        type="button"
        aria-label={`${words}. ${t('openStatus')}`}
        onClick={() => setSheet(true)}
        className={cx(
          'flex min-h-10 w-10 flex-col items-center justify-center rounded-md py-1 text-[11px] transition-colors hover:bg-hover',
          'min-[1600px]:w-full min-[1600px]:flex-row min-[1600px]:gap-2.5 min-[1600px]:px-2.5 min-[1600px]:text-xs',
          isFailed ? 'text-red' : 'text-accent',
        )}
      >
        <Icon className="size-[18px] shrink-0" strokeWidth={1.6} aria-hidden />
        {!isFailed && percent !== null && <span className="min-[1600px]:hidden">{percent}</span>}
        <span className="hidden truncate min-[1600px]:inline">{words}</span>
      </button>
    </Tooltip>
  )
}
