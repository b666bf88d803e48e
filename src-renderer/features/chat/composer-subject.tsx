/** About whom a chat is: oneself or somebody who shares with one. Only there when somebody does. */
import { User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useChoiceOf } from '../../stores/chat-choice.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useChoose } from './composer-model.tsx'

export interface SubjectView {
  readonly id: string
  readonly name: string
  readonly isSelf: boolean
}

const none: readonly SubjectView[] = []

/** People whom a chat can be about; none while it is only oneself. */
export function useSubjects(): readonly SubjectView[] {
  const { value } = useLoaded('subjects', () => client.chat.subjects(), ['people-changed'])
  return value && value.length > 1 ? value : none
}

export function ComposerSubject({ conversationId }: { conversationId: string | null }) {
  const { t } = useTranslation('composer')
  const subjects = useSubjects()
  const { subject } = useChoiceOf(conversationId)
  const choose = useChoose(conversationId)
  if (subjects.length === 0) return null
  const chosen = subjects.find((one) => (one.isSelf ? subject === null : one.id === subject))
  const label = !chosen || chosen.isSelf ? t('aboutMe') : t('aboutName', { name: chosen.name })
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${t('about')}: ${label}`}
          className="max-w-44 shrink-0 rounded-full hover:bg-hover"
        >
          <Chip icon={User}>{label}</Chip>
        </button>
      }
      items={[
        { heading: t('about') },
        ...subjects.map((one) => ({
          id: one.id,
          label: one.name,
          isOn: one === chosen,
          onSelect: () => choose({ subject: one.isSelf ? null : one.id }),
        })),
      ]}
    />
  )
}
