/** The files that go with the next question: name, size, how much has arrived, what went wrong. */
import { CircleAlert, FileText, RotateCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useAttachments, type WaitingFile } from '../../stores/chat-attachments.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

const none: readonly WaitingFile[] = []

/** The files that wait in a conversation. */
export function useWaitingFiles(key: string): readonly WaitingFile[] {
  return useAttachments((state) => state.lists[key]) ?? none
}

export function ComposerAttachments({ conversation }: { conversation: string }) {
  const { t } = useTranslation('composer')
  const files = useWaitingFiles(conversation)
  if (files.length === 0) return null
  return (
    <ul aria-label={t('files')} className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto px-3 pt-3">
      {files.map((file) => (
        <FileChip key={file.id} file={file} conversation={conversation} />
      ))}
    </ul>
  )
}

function FileChip({ file, conversation }: { file: WaitingFile; conversation: string }) {
  const { t } = useTranslation('composer')
  const format = useFormat()
  const { remove, retry } = useAttachments.getState()
  const isFailed = file.error !== null
  const isOnItsWay = !isFailed && file.view === null
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent' })
  const share = file.bytes === 0 ? 0 : file.sentBytes / file.bytes
  const words = isFailed ? errorWords(file.error) : null
  const state = isFailed
    ? t('fileFailed', { name: file.name })
    : isOnItsWay
      ? t('fileSending', { name: file.name, percent: percent.format(share) })
      : t('fileReady', { name: file.name, size: format.bytes(file.bytes) })
  return (
    <li
      aria-label={state}
      className={cx(
        'relative flex h-10 max-w-72 items-center gap-2 overflow-hidden rounded-md border bg-bg pr-1 pl-1.5',
        isFailed ? 'border-red' : 'border-line',
      )}
    >
      {file.picture ? (
        <img src={file.picture} alt="" className="size-7 shrink-0 rounded-sm object-cover" />
      ) : isFailed ? (
        <CircleAlert className="mx-1 size-[18px] shrink-0 text-red" strokeWidth={1.6} aria-hidden />
      ) : (
        <FileText className="mx-1 size-[18px] shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
      )}
      <div className="min-w-0">
        <p className="truncate text-sm leading-tight">{file.name}</p>
        <p
          className={cx('truncate text-xs leading-tight', isFailed ? 'text-red' : 'text-ink-3')}
          title={words?.details}
          role={isFailed ? 'alert' : undefined}
        >
          {words ? words.message : isOnItsWay ? percent.format(share) : format.bytes(file.bytes)}
        </p>
      </div>
      {isFailed && (
        <IconButton
          icon={RotateCw}
          size="sm"
          label={t('fileRetry', { name: file.name })}
          onClick={() => retry(conversation, file.id)}
        />
      )}
      <IconButton
        icon={X}
        size="sm"
        label={t('fileRemove', { name: file.name })}
        onClick={() => remove(conversation, file.id)}
      />
      {isOnItsWay && (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform"
          style={{ transform: `scaleX(${share})` }}
        />
      )}
    </li>
  )
}
