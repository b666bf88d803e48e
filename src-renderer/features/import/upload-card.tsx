/** A file on its way from the browser to the hub. */
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import type { UploadView } from '../../stores/imports.ts'
import { useImports } from '../../stores/imports.ts'
import { IconButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { FailureWords } from './failure-words.tsx'

export function UploadCard({ upload }: { upload: UploadView }) {
  const { t } = useTranslation('importing')
  const format = useFormat()
  const dismiss = useImports((state) => state.dismiss)
  const isFailed = upload.error !== null
  const words = isFailed ? errorWords(upload.error) : null
  return (
    <article aria-label={upload.name} className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold text-sm">{upload.name}</h3>
          <p className="text-ink-2 text-xs">{isFailed ? t('failed') : t('uploading')}</p>
        </div>
        <IconButton
          icon={X}
          size="sm"
          label={isFailed ? t('hide', { name: upload.name }) : t('cancelImport', { name: upload.name })}
          onClick={() => (isFailed ? dismiss(upload.id) : upload.cancel())}
        />
      </div>
      {words ? (
        <FailureWords message={words.message} hint={words.hint} />
      ) : (
        <div className="mt-3 flex flex-col gap-1.5">
          <Progress value={upload.sentBytes / Math.max(1, upload.sizeBytes)} label={t('uploading')} />
          <p className="text-ink-3 text-xs">
            {t('bytesOf', { read: format.bytes(upload.sentBytes), total: format.bytes(upload.sizeBytes) })}
          </p>
        </div>
      )}
    </article>
  )
}
