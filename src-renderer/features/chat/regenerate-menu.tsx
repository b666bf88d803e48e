/** Another answer to the same question: by the same model, by another one, or without any. */
import { RefreshCw } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import type { ProviderView } from '../../../src-main/api/contract/models.ts'
import { client } from '../../rpc/client.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { ThreadContext, useThreadActions } from './thread-scope.ts'

/** Of each provider; the picker beside the composer has them all. */
const mostModels = 6

export function RegenerateMenu({ message }: { message: MessageView }) {
  const { t } = useTranslation('thread')
  const actions = useThreadActions()
  const { isBusy } = useContext(ThreadContext)
  const [providers, setProviders] = useState<readonly ProviderView[]>([])
  if (actions === null) return null
  const load = async () => {
    try {
      setProviders(await client.models.providers())
    } catch {
      // The same model can be asked again all the same.
    }
  }
  const agent = message.agent === 'base' ? 'base' : 'deep'
  const others = providers
    .filter(({ problem, models, agents }) => {
      return problem === null && models.length > 0 && (agents === null || agents.includes(agent.toUpperCase()))
    })
    .flatMap((provider): MenuEntry[] => [
      'separator',
      { heading: provider.name },
      ...provider.models.slice(0, mostModels).map((model) => ({
        id: `${provider.id}/${model.id}`,
        label: model.name,
        isOn: message.model?.provider === provider.id && message.model.model === model.id,
        onSelect: () => actions.regenerate(message.id, { agent, model: { provider: provider.id, model: model.id } }),
      })),
    ])
  const items: MenuEntry[] = [
    {
      label: t(message.agent === 'quick' || message.agent === null ? 'regenerate.again' : 'regenerate.same'),
      icon: RefreshCw,
      onSelect: () => actions.regenerate(message.id),
    },
    ...(message.agent === 'quick' || message.agent === null
      ? []
      : [
          {
            label: t('regenerate.quick'),
            onSelect: () => actions.regenerate(message.id, { agent: 'quick' as const, model: null }),
          },
        ]),
    ...others,
  ]
  return (
    <Menu
      align="start"
      onOpenChange={(isOpen) => isOpen && void load()}
      items={items}
      trigger={
        <button
          type="button"
          aria-label={t('regenerate.label')}
          title={t('regenerate.label')}
          disabled={isBusy}
          className="inline-grid size-6 shrink-0 place-items-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-50"
        >
          <RefreshCw className="size-[15px]" strokeWidth={1.6} aria-hidden />
        </button>
      }
    />
  )
}
