/** Which of several versions of a message is shown: ‹ 2/3 ›. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { ThreadContext, useThreadActions } from './thread-scope.ts'

export function VersionSwitch({ message }: { message: Pick<MessageView, 'id' | 'versions'> }) {
  const { t } = useTranslation('thread')
  const actions = useThreadActions()
  const { isBusy } = useContext(ThreadContext)
  const { versions } = message
  const at = versions.indexOf(message.id)
  if (versions.length < 2 || at === -1 || actions === null) return null
  const show = (id: string | undefined) => {
    if (id === undefined) return
    actions
      .showVersion(id)
      .catch((error: unknown) => toast(`${t('versions.failed')} ${errorWords(error).message}`, { tone: 'error' }))
  }
  return (
    <fieldset className="m-0 inline-flex items-center border-0 p-0 text-ink-3 text-xs" aria-label={t('versions.label')}>
      <IconButton
        icon={ChevronLeft}
        size="sm"
        label={t('versions.before')}
        disabled={isBusy || at === 0}
        onClick={() => show(versions[at - 1])}
      />
      <span className="tabular-nums">
        <span className="sr-only">{t('versions.label')} </span>
        {at + 1}/{versions.length}
      </span>
      <IconButton
        icon={ChevronRight}
        size="sm"
        label={t('versions.after')}
        disabled={isBusy || at === versions.length - 1}
        onClick={() => show(versions[at + 1])}
      />
    </fieldset>
  )
}
