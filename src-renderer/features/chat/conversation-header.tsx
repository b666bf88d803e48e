/** What stands at the right of a chat's title: about whom it is, and the way to take it out. */
import { Braces, FileText, Share, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../stores/app.ts'
import { useChoiceOf } from '../../stores/chat-choice.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useSubjects } from './composer-subject.tsx'
import { useConversationExport } from './conversation-export.ts'

export function ConversationSubject({ conversationId }: { conversationId: string | null }) {
  const name = useApp((state) => state.info?.profile.name)
  const subjects = useSubjects()
  const { subject } = useChoiceOf(conversationId)
  const shown = subject === null ? name : (subjects.find((one) => one.id === subject)?.name ?? name)
  return shown === undefined ? null : (
    <Chip icon={User} tone={subject === null ? 'plain' : 'amber'}>
      {shown}
    </Chip>
  )
}

export function ConversationExport({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation('composer')
  const exportAs = useConversationExport()
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={Share}>
          {t('export')}
        </Button>
      }
      items={[
        { label: t('exportMarkdown'), icon: FileText, onSelect: () => void exportAs(conversationId, 'markdown') },
        { label: t('exportJson'), icon: Braces, onSelect: () => void exportAs(conversationId, 'json') },
      ]}
    />
  )
}
