/** Tools: the list at the left, one tool (or how to write one) at the right; one or the other in a narrow window. */
import { Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import type { ToolView } from '../../src-main/api/contract/tools.ts'
import { PersonChip } from '../features/people/person-chip.tsx'
import { LoadWarnings } from '../features/tools/load-warnings.tsx'
import { ToolDetail } from '../features/tools/tool-detail.tsx'
import { ToolList } from '../features/tools/tool-list.tsx'
import { WriteYourOwn } from '../features/tools/write-your-own.tsx'
import { client } from '../rpc/client.ts'
import { errorWords } from '../rpc/error-words.ts'
import { useLayout } from '../stores/layout.ts'
import { useLoaded } from '../stores/use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'

export function ToolsPage() {
  const { t } = useTranslation('tools')
  const { name } = useParams<{ name?: string }>()
  const [, navigate] = useLocation()
  const isNarrow = useLayout((state) => state.isNarrow)
  const read = useLoaded('tools', () => client.tools.list(), ['tools-changed', 'data-changed'])
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({})
  const tools = read.value?.tools.map((tool) => ({ ...tool, enabled: wanted[tool.name] ?? tool.enabled })) ?? null
  const selected = tools?.find((tool) => tool.name === name) ?? null

  const turn = async (tool: ToolView, enabled: boolean) => {
    const settle = () =>
      setWanted((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== tool.name)))
    setWanted((before) => ({ ...before, [tool.name]: enabled }))
    try {
      await client.tools.setEnabled({ name: tool.name, enabled })
      read.reload()
    } catch (error) {
      settle()
      const words = errorWords(error)
      toast([t('switchFailed', { name: tool.title || tool.name }), words.hint ?? words.message].join(' '), {
        tone: 'error',
      })
      return
    }
    // The list that is being read holds the new state; until then the wish stands for it.
    setTimeout(settle, 1_500)
  }

  const list = (
    <>
      {read.error !== null && !tools && (
        <div className="p-3">
          <ErrorState title={t('listFailed')} error={read.error} onRetry={read.reload} />
        </div>
      )}
      {!tools && read.error === null && (
        <div className="p-4">
          <SkeletonLines lines={6} />
        </div>
      )}
      {tools && <ToolList tools={tools} selected={name ?? null} onSwitch={(tool, on) => void turn(tool, on)} />}
    </>
  )

  const detail = selected ? (
    <Page
      title={selected.title || selected.name}
      about={
        <>
          <Chip>{selected.name}</Chip>
          <PersonChip />
        </>
      }
      back={isNarrow ? { label: t('back'), onClick: () => navigate('/tools') } : undefined}
      actions={
        <span className="flex items-center gap-2 text-ink-2 text-sm">
          {selected.enabled ? t('on') : t('off')}
          <Switch
            label={t('switch', { name: selected.title || selected.name })}
            checked={selected.enabled}
            onChange={(enabled) => void turn(selected, enabled)}
          />
        </span>
      }
    >
      <ToolDetail key={selected.name} tool={selected} />
    </Page>
  ) : (
    <Page
      title={name ? t('unknownTitle') : t('about')}
      back={isNarrow && name ? { label: t('back'), onClick: () => navigate('/tools') } : undefined}
    >
      {name && tools && (
        <EmptyState
          icon={SearchX}
          title={t('unknown', { name })}
          action={<Button onClick={() => navigate('/tools')}>{t('back')}</Button>}
        >
          {t('unknownHint')}
        </EmptyState>
      )}
      {!name && (
        <>
          <p className="max-w-[640px] text-ink-2">{t('intro')}</p>
          <LoadWarnings warnings={read.value?.warnings ?? []} />
          <WriteYourOwn />
        </>
      )}
    </Page>
  )

  const header = (
    <PageHeader
      title={t('title')}
      about={tools && <span className="text-ink-3 text-xs">{t('count', { count: tools.length })}</span>}
      actions={
        <Button size="sm" variant="ghost" icon={Plus} onClick={() => navigate('/tools')}>
          {t('own.short')}
        </Button>
      }
    />
  )

  if (isNarrow) {
    if (name) return detail
    return (
      <main className="flex min-h-0 flex-1 flex-col">
        {header}
        <div className="@container relative min-h-0 flex-1 overflow-y-auto pt-3 pb-8">
          <div className="px-4 pb-3 empty:hidden">
            <LoadWarnings warnings={read.value?.warnings ?? []} />
          </div>
          {list}
          <div className="px-4 pt-6">
            <WriteYourOwn />
          </div>
        </div>
      </main>
    )
  }
  return (
    <div className="flex min-h-0 flex-1">
      <nav aria-label={t('title')} className="flex w-[300px] shrink-0 flex-col border-line border-r">
        {header}
        <div className="relative min-h-0 flex-1 overflow-y-auto pt-3 pb-6">
          {list}
          {name && (
            <div className="px-3 pt-4 empty:hidden">
              <LoadWarnings warnings={read.value?.warnings ?? []} />
            </div>
          )}
        </div>
      </nav>
      {detail}
    </div>
  )
}
