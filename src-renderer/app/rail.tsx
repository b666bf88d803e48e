/** The navigation at the left edge: pages, then what runs now, settings and the person. */

import type { LucideIcon } from 'lucide-react'
import { Cable, GraduationCap, HeartPulse, MessageCircle, Server, Settings, Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { ConversationWaiting } from '../features/chat/conversation-waiting.tsx'
import { ImportStatus } from '../features/import/import-status.tsx'
import { PersonMenu } from '../features/people/person-menu.tsx'
import { QuestionStatus } from '../features/questions/question-status.tsx'
import { ServersStatus } from '../features/servers/servers-status.tsx'
import { cx } from '../ui/class-names.ts'
import { Tooltip } from '../ui/tooltip.tsx'

interface Destination {
  path: string
  label: string
  icon: LucideIcon
  keys?: readonly string[]
}

function RailLink({ path, label, icon: Icon, keys }: Destination) {
  const [location] = useLocation()
  const isHere = location === path || location.startsWith(`${path}/`)
  return (
    <Tooltip label={label} keys={keys} side="right">
      <Link
        href={path}
        aria-label={label}
        aria-current={isHere ? 'page' : undefined}
        className={cx(
          'flex h-10 w-10 items-center gap-3 rounded-md transition-colors min-[1600px]:w-full min-[1600px]:px-2.5',
          isHere ? 'bg-surface text-accent ring-1 ring-line' : 'text-ink-2 hover:bg-hover hover:text-ink',
        )}
      >
        <Icon className="mx-auto size-[18px] shrink-0 min-[1600px]:mx-0" strokeWidth={1.6} aria-hidden />
        <span className="hidden text-sm min-[1600px]:inline">{label}</span>
      </Link>
    </Tooltip>
  )
}

export function Rail() {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="flex w-14 shrink-0 flex-col items-center gap-1 border-line border-r bg-sunken px-2 py-2.5 min-[1600px]:w-50"
    >
      <RailLink path="/chat" label={t('chat')} icon={MessageCircle} />
      <RailLink path="/health" label={t('health')} icon={HeartPulse} />
      <RailLink path="/tools" label={t('tools')} icon={Wrench} />
      <RailLink path="/skills" label={t('skills')} icon={GraduationCap} />
      <RailLink path="/servers" label={t('servers')} icon={Server} />
      <RailLink path="/connect" label={t('connect')} icon={Cable} />
      <div className="flex-1" />
      <ServersStatus />
      <ConversationWaiting />
      <QuestionStatus />
      <ImportStatus />
      <RailLink path="/settings" label={t('settings')} icon={Settings} keys={['mod', ',']} />
      <PersonMenu />
    </nav>
  )
}
