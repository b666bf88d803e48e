/** The one quiet line at the foot of the rail while a server needs the person; leads to the page. */
import { ServerCrash } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useServers } from '../../stores/servers.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { spelledOut } from './marked-text.ts'
import { inOrder, needsAttention } from './server-order.ts'

export function ServersStatus() {
  const { t } = useTranslation('servers')
  const [, navigate] = useLocation()
  const servers = useServers((state) => state.servers)
  const [first, ...others] = inOrder(servers ?? []).filter(needsAttention)
  if (!first) return null
  const count = 1 + others.length
  const words = t('status.attention', { count, name: spelledOut(first.name) })
  return (
    <Tooltip label={words} side="right">
      <button
        type="button"
        aria-label={`${words}. ${t('status.open')}`}
        onClick={() => navigate('/servers')}
        className="flex min-h-10 w-10 flex-col items-center justify-center rounded-md py-1 text-[11px] text-amber transition-colors hover:bg-hover min-[1600px]:w-full min-[1600px]:flex-row min-[1600px]:justify-start min-[1600px]:gap-2.5 min-[1600px]:px-2.5 min-[1600px]:text-xs"
      >
        <ServerCrash className="size-[18px] shrink-0" strokeWidth={1.6} aria-hidden />
        <span className="min-[1600px]:hidden">{count}</span>
        <span className="hidden truncate min-[1600px]:inline">{words}</span>
      </button>
    </Tooltip>
  )
}
