/** The files that came with a question; each opens to a look at it. */
import { FileText, Image } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttachmentView } from '../../../src-main/api/contract/chat.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { CodeLines } from './code-lines.tsx'
import { ThreadContext } from './thread-scope.ts'

export function AttachmentChips({ attachments }: { attachments: readonly AttachmentView[] }) {
  const { t } = useTranslation('thread')
  const format = useFormat()
  const { conversationId } = useContext(ThreadContext)
  const [opened, setOpened] = useState<AttachmentView | null>(null)
  return (
    <ul aria-label={t('files.label')} className="flex flex-wrap justify-end gap-1.5">
      {attachments.map((file) => (
        <li key={file.id} className="max-w-full">
          <button
            type="button"
            disabled={conversationId === null}
            onClick={() => setOpened(file)}
            className="max-w-full rounded-full hover:bg-hover"
          >
            <Chip icon={file.mime.startsWith('image/') ? Image : FileText}>
              {file.name} <span className="text-ink-3">{format.bytes(file.bytes)}</span>
            </Chip>
          </button>
        </li>
      ))}
      {opened !== null && conversationId !== null && (
        <FilePreview conversationId={conversationId} file={opened} onClose={() => setOpened(null)} />
      )}
    </ul>
  )
}

interface FilePreviewProps {
  conversationId: string
  file: AttachmentView
  onClose: () => void
}

function FilePreview({ conversationId, file, onClose }: FilePreviewProps) {
  const { t } = useTranslation('thread')
  const path = `/uploads/${file.name}`
  const { value, error, reload } = useLoaded(
    `${conversationId}${path}`,
    () => client.chat.file({ conversationId, path }),
    [],
  )
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={file.name} width="lg">
      {error !== null ? (
        <ErrorState title={t('files.failed')} error={error} onRetry={reload} />
      ) : value === null ? (
        <SkeletonLines lines={5} />
      ) : value.text !== null ? (
        <CodeLines code={value.text} language="" />
      ) : value.base64 !== null && /^image\/(png|jpeg|gif|webp|bmp)$/.test(value.mime) ? (
        <img
          alt={file.name}
          src={`data:${value.mime};base64,${value.base64}`}
          className="mx-auto max-h-[60vh] max-w-full rounded-md border border-line"
        />
      ) : (
        <p className="text-ink-2 text-sm">{t('files.notShown')}</p>
      )}
    </Dialog>
  )
}
