/** Says in words what of a question may leave this computer, before it is sent. */
import { ArrowUpRight, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChoiceOf } from '../../stores/chat-choice.ts'
import { useModels } from '../../stores/models.ts'
import { useServers } from '../../stores/servers.ts'
import { Chip } from '../../ui/chip.tsx'
import { Popover } from '../../ui/popover.tsx'
import { leavingOf } from '../models/model-choices.ts'
import { callReceiver } from './call-receiver.ts'

interface Words {
  readonly tone: 'accent' | 'amber' | 'plain'
  readonly short: string
  readonly long: string
}

function usePrivacyWords(conversationId: string | null, text: string): Words {
  const { t } = useTranslation('composer')
  const { t: chat } = useTranslation('chat')
  const servers = useServers((state) => state.servers)
  const known = useModels()
  const { agent, model } = useChoiceOf(conversationId)
  const receiver = agent === 'quick' ? callReceiver(text, servers ?? []) : null
  if (receiver !== null) {
    const short = receiver === 'unknown' ? chat('leavesToTool') : chat('leavesTo', receiver)
    return { tone: 'amber', short, long: chat('leavesText') }
  }
  const leaving = leavingOf(known, agent, model)
  switch (leaving.kind) {
    case 'nothing':
      return { tone: 'accent', short: chat('nothingLeaves'), long: chat('privacyText') }
    case 'stays':
      return { tone: 'accent', short: chat('nothingLeaves'), long: t('staysText', { name: leaving.name }) }
    case 'sends':
      return { tone: 'amber', short: t('leavesSends', leaving), long: t('leavesSendsText', leaving) }
    case 'fetches':
      return { tone: 'amber', short: t('leavesFetches', leaving), long: t('leavesFetchesText', leaving) }
    case 'unknown':
      return { tone: 'plain', short: t('leavesUnknown'), long: t('leavesUnknownText') }
  }
}

export function ComposerPrivacy({ conversationId, text }: { conversationId: string | null; text: string }) {
  const { tone, short, long } = usePrivacyWords(conversationId, text)
  return (
    <Popover
      label={short}
      side="top"
      className="w-80 p-3.5 text-sm"
      trigger={
        <button type="button" className="min-w-0 rounded-full hover:bg-hover">
          <Chip icon={tone === 'amber' ? ArrowUpRight : Lock} tone={tone}>
            {short}
          </Chip>
        </button>
      }
    >
      <p className="font-medium">{short}</p>
      <p className="mt-1 text-ink-2">{long}</p>
    </Popover>
  )
}
