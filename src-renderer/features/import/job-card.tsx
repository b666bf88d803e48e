/** One import: what it is, how far it is, and at its end what came of it. */
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportProgressView } from '../../../src-main/api/contract/imports.ts'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { isEnded, useImports } from '../../stores/imports.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { toast } from '../../ui/toast.tsx'
import { FailureWords } from './failure-words.tsx'
import { ImportSummary } from './import-summary.tsx'
import { baseName, jobShare } from './job-view.ts'
import { NextQuestions } from './next-questions.tsx'
import { formatTimeLeft, timeLeftMs } from './time-left.ts'

const dot = {
  waiting: 'off',
  opening: 'busy',
  reading: 'busy',
  finishing: 'busy',
  done: 'good',
  failed: 'failed',
  cancelled: 'off',
} as const

export function JobCard({ job }: { job: ImportProgressView }) {
  const { t } = useTranslation('importing')
  const { t: common } = useTranslation()
  const cancel = useImports((state) => state.cancel)
  const dismiss = useImports((state) => state.dismiss)
  const [isCancelling, setCancelling] = useState(false)
  const name = baseName(job.path)
  const hasEnded = isEnded(job)
  return (
    <article aria-label={name} className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold text-sm" title={job.path}>
            {job.title ?? name}
          </h3>
          {job.title && <p className="truncate text-ink-3 text-xs">{job.part ? `${name} · ${job.part}` : name}</p>}
          <p className="mt-0.5 text-ink-2 text-xs">
            <StatusDot state={dot[job.phase]}>{isCancelling && !hasEnded ? t('cancelling') : t(job.phase)}</StatusDot>
          </p>
        </div>
        {hasEnded ? (
          <IconButton icon={X} size="sm" label={t('hide', { name })} onClick={() => dismiss(job.jobId)} />
        ) : (
          <Button
            size="sm"
            busy={isCancelling}
            aria-label={t('cancelImport', { name })}
            onClick={() => {
              setCancelling(true)
              cancel(job.jobId).catch((error: unknown) => {
                setCancelling(false)
                toast(errorWords(error).message, { tone: 'error' })
              })
            }}
          >
            {common('cancel')}
          </Button>
        )}
      </div>
      {!hasEnded && <JobProgress job={job} />}
      {job.error && job.phase === 'failed' && <FailureWords message={job.error.message} hint={job.error.hint} />}
      {job.phase === 'done' && (
        <div className="mt-3 flex flex-col gap-4">
          {job.files?.map((file) => (
            <ImportSummary key={file.id} file={file} isOnly={job.files?.length === 1} />
          ))}
          <NextQuestions />
        </div>
      )}
    </article>
  )
}

function JobProgress({ job }: { job: ImportProgressView }) {
  const { t } = useTranslation('importing')
  const format = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = timeLeftMs(job.bytesRead, job.bytesTotal, now - Date.parse(job.startedAt))
  const bytes =
    job.bytesTotal === null
      ? format.bytes(job.bytesRead)
      : t('bytesOf', { read: format.bytes(job.bytesRead), total: format.bytes(job.bytesTotal) })
  return (
    <div className="mt-3 flex flex-col gap-1.5">
      <Progress value={job.phase === 'waiting' ? 0 : jobShare(job)} label={t(job.phase)} />
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-3 text-xs">
        <span>
          {bytes} · {t('records', { count: job.records, formatted: format.number(job.records, 0) })}
        </span>
        {job.phase === 'reading' && left !== null && <span>{t('timeLeft', { time: formatTimeLeft(left) })}</span>}
      </p>
    </div>
  )
}
