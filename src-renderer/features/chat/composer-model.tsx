/** Who answers: without a model, deep or base, and with which model of which provider. Only what can answer is offered. */
import { Command } from 'cmdk'
import { Check, Layers, Settings2, Sparkles, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { AgentId } from '../../../src-main/api/contract/chat.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { type Choice, useChoice, useChoiceOf } from '../../stores/chat-choice.ts'
import { useModels } from '../../stores/models.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { useModelGuide } from '../models/guide-state.ts'
import { chosenModel, type ModelGroup, modelGroups, shortTokens } from '../models/model-choices.ts'
import { useComposerPanels } from './composer-panels.ts'

const agentIcons = { quick: Zap, deep: Sparkles, base: Layers } as const

/** Chooses for a conversation and says so when that was refused. */
export function useChoose(conversationId: string | null): (patch: Partial<Choice>) => void {
  const { t } = useTranslation('composer')
  const choose = useChoice((state) => state.choose)
  return (patch) => {
    choose(conversationId, patch).catch((error: unknown) =>
      toast(`${t('chooseFailed')} ${errorWords(error).message}`, { tone: 'error' }),
    )
  }
}

/** Who answers, in the words of the chip. */
function useWho(conversationId: string | null): string {
  const { t } = useTranslation('composer')
  const { t: chat } = useTranslation('chat')
  const { agent, model } = useChoiceOf(conversationId)
  const known = useModels()
  if (agent === 'quick') return chat('agentQuick')
  const chosen = chosenModel(known, agent, model)
  if (chosen)
    return t(chosen.provider.isLocal ? 'agentModelLocal' : 'agentModel', { agent: t(agent), model: chosen.name })
  return model ? t('agentModel', { agent: t(agent), model: model.model }) : t('agentNoModel', { agent: t(agent) })
}

export function ComposerModel({ conversationId }: { conversationId: string | null }) {
  const { t } = useTranslation('composer')
  const open = useComposerPanels((state) => state.isModelOpen)
  const setOpen = useComposerPanels((state) => state.setModelOpen)
  const { agent } = useChoiceOf(conversationId)
  const who = useWho(conversationId)
  // A panel that another chat left open is not this one's.
  useEffect(() => () => setOpen(false), [setOpen])
  return (
    <Popover
      label={t('agent')}
      side="top"
      open={open}
      onOpenChange={setOpen}
      className="flex max-h-[min(460px,70vh)] w-84 flex-col overflow-hidden"
      trigger={
        <button
          type="button"
          aria-label={t('who', { who })}
          className="min-w-0 max-w-64 shrink-0 rounded-full hover:bg-hover"
        >
          <Chip icon={agentIcons[agent]}>{who}</Chip>
        </button>
      }
    >
      <Panel conversationId={conversationId} close={() => setOpen(false)} />
    </Popover>
  )
}

function Panel({ conversationId, close }: { conversationId: string | null; close: () => void }) {
  const { t } = useTranslation('composer')
  const [, navigate] = useLocation()
  const openGuide = useModelGuide((state) => state.open)
  const known = useModels()
  const choice = useChoiceOf(conversationId)
  const choose = useChoose(conversationId)
  const [agent, setAgent] = useState<AgentId>(choice.agent)
  const choices: readonly AgentId[] = ['quick', 'deep', 'base']
  const pickAgent = (next: AgentId) => {
    setAgent(next)
    if (next === 'quick') choose({ agent: next, model: null })
    // A model that the other agent can use as well is kept; one that cannot answer is only looked at.
    else if (choice.model && chosenModel(known, next, choice.model)) choose({ agent: next })
    else if (chosenModel(known, next, null)) choose({ agent: next, model: null })
  }
  return (
    <>
      <div className="p-3">
        <Segmented
          label={t('agent')}
          value={agent}
          options={choices.map((value) => ({ value, label: t(value) }))}
          onChange={pickAgent}
          className="w-full [&>*]:flex-1"
        />
        <p className="mt-2 text-ink-2 text-xs">{t(`${agent}Text`)}</p>
      </div>
      {agent !== 'quick' && (
        <ModelList
          key={agent}
          agent={agent}
          groups={modelGroups(known, agent)}
          isOpening={agent === choice.agent}
          choice={choice}
          onPick={(model) => {
            choose({ agent, model })
            close()
          }}
        />
      )}
      <div className="flex items-center justify-between gap-1 border-line border-t p-1.5">
        <Button
          size="sm"
          variant="link"
          onClick={() => {
            close()
            openGuide()
          }}
        >
          {t('setUp')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={Settings2}
          onClick={() => {
            close()
            navigate('/settings/models')
          }}
        >
          {t('allModels')}
        </Button>
      </div>
    </>
  )
}

interface ModelListProps {
  agent: 'deep' | 'base'
  groups: readonly ModelGroup[]
  /** The list takes the keys at once. */
  isOpening: boolean
  choice: Choice
  onPick: (model: { provider: string; model: string }) => void
}

function ModelList({ agent, groups, isOpening, choice, onPick }: ModelListProps) {
  const { t } = useTranslation('composer')
  const agents = useModels((state) => state.agents)
  const byDefault = agents.find((one) => one.id === agent)?.model ?? null
  const current = choice.agent === agent ? (choice.model ?? byDefault) : null
  if (groups.length === 0)
    return <p className="px-3 pb-3 text-ink-3 text-sm">{t(agent === 'base' ? 'noModelsBase' : 'noModels')}</p>
  return (
    <Command
      label={t('agent')}
      loop
      defaultValue={current ? `${current.provider}/${current.model}` : undefined}
      className="flex min-h-0 flex-1 flex-col border-line border-t"
    >
      <Command.Input
        autoFocus={isOpening}
        placeholder={t('searchModels')}
        className="h-9 w-full shrink-0 border-line border-b bg-transparent px-3 text-sm outline-none"
      />
      <Command.List className="min-h-0 flex-1 overflow-y-auto p-1">
        <Command.Empty className="px-2 py-3 text-ink-3 text-sm">{t('noModelMatch')}</Command.Empty>
        {groups.map(({ provider, models }) => (
          <Command.Group
            key={provider.id}
            heading={provider.isLocal ? `${provider.name} · ${t('onThisComputer')}` : provider.name}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs"
          >
            {models.map((model) => {
              const isCurrent = current?.provider === provider.id && current.model === model.id
              const isDefault = byDefault?.provider === provider.id && byDefault.model === model.id
              const note = isDefault
                ? t('default')
                : model.contextWindow === null
                  ? null
                  : t('context', { tokens: shortTokens(model.contextWindow) })
              return (
                <Command.Item
                  key={model.id}
                  value={`${provider.id}/${model.id}`}
                  keywords={[model.name, provider.name]}
                  onSelect={() => onPick({ provider: provider.id, model: model.id })}
                  className="flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover"
                >
                  <Check className={cx('size-3.5 shrink-0 text-accent', !isCurrent && 'invisible')} aria-hidden />
                  <span className="min-w-0 flex-1 truncate">{model.name}</span>
                  {note !== null && <span className="shrink-0 text-ink-3 text-xs">{note}</span>}
                </Command.Item>
              )
            })}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
