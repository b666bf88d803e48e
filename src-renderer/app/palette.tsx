/** Ctrl/Cmd+K: every page, command, conversation, indicator and tool, one search away. */
import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  Cable,
  GraduationCap,
  HeartPulse,
  Keyboard,
  MessageCircle,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  Server,
  Settings,
  Sparkles,
  SquarePen,
  Sun,
  Upload,
  Wrench,
} from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { IndicatorOverviewView } from '../../src-main/api/contract/health.ts'
import type { ToolView } from '../../src-main/api/contract/tools.ts'
import { useModelGuide } from '../features/models/guide-state.ts'
import { useAddServer } from '../features/servers/add/add-server.ts'
import { spelledOut } from '../features/servers/marked-text.ts'
import { sectionIcons, settingsSections } from '../features/settings/sections.ts'
import { client } from '../rpc/client.ts'
import { useApp } from '../stores/app.ts'
import { useConversations } from '../stores/conversations.ts'
import { useImports } from '../stores/imports.ts'
import { useLayout } from '../stores/layout.ts'
import { useServers } from '../stores/servers.ts'
import { KeyHint } from '../ui/key-hint.tsx'

interface Entry {
  id: string
  label: string
  icon: LucideIcon
  keywords?: string[]
  keys?: string[]
  run: () => void
}

function Group({ heading, entries }: { heading: string; entries: Entry[] }) {
  if (entries.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs"
    >
      {entries.map(({ id, label, icon: Icon, keywords, keys, run }) => (
        <Command.Item
          key={id}
          value={id}
          keywords={[label, ...(keywords ?? [])]}
          onSelect={run}
          className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-hover"
        >
          <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {keys && <KeyHint keys={keys} />}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function PaletteList({ close }: { close: () => void }) {
  const { t, i18n } = useTranslation()
  const { t: settingsWords } = useTranslation('settings')
  const { t: modelWords } = useTranslation('models')
  const [, navigate] = useLocation()
  const conversations = useConversations((state) => state.items) ?? []
  const servers = useServers((state) => state.servers) ?? []
  const [indicators, setIndicators] = useState<IndicatorOverviewView[]>([])
  const [tools, setTools] = useState<ToolView[]>([])

  useEffect(() => {
    // Either may fail on its own; the palette then simply offers the rest.
    client.health.overview().then(setIndicators, () => {})
    client.tools.list().then(
      (answer) => setTools(answer.tools),
      () => {},
    )
  }, [])

  const go = (path: string) => () => {
    close()
    navigate(path)
  }
  const act = (run: () => void) => () => {
    close()
    run()
  }
  const theme = (value: 'system' | 'light' | 'dark') =>
    act(() => void useApp.getState().updateProfile({ theme: value }))

  const pages: Entry[] = [
    { id: 'page-chat', label: t('chat'), icon: MessageCircle, run: go('/chat') },
    { id: 'page-health', label: t('health'), icon: HeartPulse, run: go('/health') },
    { id: 'page-tools', label: t('tools'), icon: Wrench, run: go('/tools') },
    { id: 'page-skills', label: t('skills'), icon: GraduationCap, run: go('/skills') },
    { id: 'page-servers', label: t('servers'), icon: Server, run: go('/servers') },
    { id: 'page-connect', label: t('connect'), icon: Cable, run: go('/connect') },
    { id: 'page-settings', label: t('settings'), icon: Settings, keys: ['mod', ','], run: go('/settings') },
    ...settingsSections.map((section) => ({
      id: `settings-${section}`,
      label: settingsWords(`section_${section}`),
      keywords: [t('settings')],
      icon: sectionIcons[section],
      run: go(`/settings/${section}`),
    })),
  ]
  const actions: Entry[] = [
    { id: 'do-new', label: t('newChat'), icon: SquarePen, keys: ['mod', 'N'], run: go('/chat') },
    {
      id: 'do-model',
      label: modelWords('guide'),
      icon: Sparkles,
      run: act(() => {
        navigate('/chat')
        useModelGuide.getState().open()
      }),
    },
    { id: 'do-import', label: t('importData'), icon: Upload, run: act(() => useImports.getState().setSheet(true)) },
    {
      id: 'do-add-server',
      label: t('addServer'),
      icon: Plus,
      run: act(() => {
        navigate('/servers')
        useAddServer.getState().open()
      }),
    },
    {
      id: 'do-list',
      label: t('toggleList'),
      icon: PanelLeft,
      keys: ['mod', 'B'],
      run: act(useLayout.getState().toggleList),
    },
    { id: 'do-light', label: t('themeLight'), icon: Sun, run: theme('light') },
    { id: 'do-dark', label: t('themeDark'), icon: Moon, run: theme('dark') },
    { id: 'do-system', label: t('themeSystem'), icon: Monitor, run: theme('system') },
    {
      id: 'do-keys',
      label: t('shortcuts'),
      icon: Keyboard,
      keys: ['?'],
      run: act(() => useLayout.getState().setShortcutList(true)),
    },
  ]
  return (
    <Command label={t('commandPalette')} loop>
      <Command.Input
        placeholder={t('commandPlaceholder')}
        className="h-12 w-full border-line border-b bg-transparent px-4 text-[15px] outline-none"
      />
      <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
        <Command.Empty className="px-2 py-6 text-center text-ink-3 text-sm">{t('commandEmpty')}</Command.Empty>
        <Group heading={t('commandPages')} entries={pages} />
        <Group heading={t('commandActions')} entries={actions} />
        <Group
          heading={t('commandConversations')}
          entries={conversations.map((item) => ({
            id: `chat-${item.id}`,
            label: item.title,
            icon: MessageCircle,
            run: go(`/chat/${encodeURIComponent(item.id)}`),
          }))}
        />
        <Group
          heading={t('commandIndicators')}
          entries={indicators.map((item) => ({
            id: `indicator-${item.key}`,
            label: i18n.language === 'zh-CN' ? item.nameZh : item.name,
            keywords: [item.key, item.name, item.nameZh],
            icon: Activity,
            run: go(`/health/${encodeURIComponent(item.key)}`),
          }))}
        />
        <Group
          heading={t('servers')}
          entries={servers.map((row) => ({
            id: `server-${row.id}`,
            label: spelledOut(row.name),
            keywords: [row.slug, row.summary.slice(0, 200)],
            icon: Server,
            run: go(`/servers/${row.id}`),
          }))}
        />
        <Group
          heading={t('commandTools')}
          entries={tools.map((tool) => ({
            id: `tool-${tool.name}`,
            label: tool.title || tool.name,
            keywords: [tool.name],
            icon: Wrench,
            run: go(`/tools/${encodeURIComponent(tool.name)}`),
          }))}
        />
      </Command.List>
    </Command>
  )
}

export function Palette() {
  const { t } = useTranslation()
  const open = useLayout((state) => state.isPaletteOpen)
  const setOpen = useLayout((state) => state.setPalette)
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Portal>
        <Radix.Overlay className="motion-appear fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="motion-rise fixed top-[12vh] left-1/2 z-50 w-[min(600px,calc(100vw-48px))] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{t('commandPalette')}</Radix.Title>
          <PaletteList close={() => setOpen(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
