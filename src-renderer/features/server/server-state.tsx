/** A server's state in words beside its dot. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ServerDetail, ServerRow } from '../../../src-main/api/contract/servers.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useAgo } from '../connect/use-ago.ts'
import { stateDots } from '../servers/state-dots.ts'

export function ServerState({ server }: { readonly server: Pick<ServerRow, 'state' | 'enabled'> }) {
  const { t } = useTranslation('servers')
  const isWaiting = server.state === 'stopped' && server.enabled
  return (
    <StatusDot state={stateDots[server.state]}>{t(isWaiting ? 'state.waiting' : `state.${server.state}`)}</StatusDot>
  )
}

/** "answered 4 minutes ago", "has not answered yet". */
export function LastAnswer({ server }: { readonly server: ServerDetail }) {
  const { t } = useTranslation('serverPage')
  const ago = useAgo()
  return <>{server.lastAnswerAt ? t('answered', { ago: ago.words(server.lastAnswerAt) }) : t('neverAnswered')}</>
}

/** "modern 2026-07-28 · everything 1.2.0 · process 4711", as far as it is known. */
export function aboutServer(t: TFunction<'serverPage'>, server: ServerDetail): string {
  return [
    server.serverInfo && `${server.serverInfo.title ?? server.serverInfo.name} ${server.serverInfo.version}`.trim(),
    server.protocolVersion && t('protocol', { version: server.protocolVersion }),
    server.pid !== null && t('process', { pid: server.pid }),
  ]
    .filter(Boolean)
    .join(' · ')
}
