/** What stands between a server and its work: a fault, an approval, a login, an old list. One calm block each. */
import { CircleAlert, History, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerFaultView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useAgo } from '../connect/use-ago.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { LoginNotice } from './login-notice.tsx'
import { Notice } from './notice.tsx'
import type { ServerTabProps } from './use-server.ts'

export function Notices({ server, busy, change }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const ago = useAgo()
  const [isReviewing, setReviewing] = useState(false)
  const wantsApproval = server.state === 'needs-approval' && server.review !== null
  // A login that is running or over is told in the settings as well; here only while it is in the way.
  const wantsLogin = server.state === 'needs-login' || server.login?.state === 'running'
  const notices: ReactNode[] = []
  if (wantsApproval && server.review) {
    const isChanged = server.review.before !== null
    notices.push(
      <Notice
        key="approval"
        icon={<ShieldQuestion className="size-[18px] text-amber" strokeWidth={1.6} aria-hidden />}
        title={t(isChanged ? 'approval.changedTitle' : 'approval.newTitle')}
        actions={
          <Button size="sm" variant="primary" onClick={() => setReviewing(true)}>
            {t('approval.look')}
          </Button>
        }
      >
        {t(isChanged ? 'approval.changedText' : 'approval.newText')}
      </Notice>,
    )
  }
  if (wantsLogin) notices.push(<LoginNotice key="login" server={server} busy={busy} change={change} />)
  if (server.fault && !wantsApproval && !wantsLogin) {
    notices.push(
      <FaultNotice
        key="fault"
        fault={server.fault}
        actions={
          <Button
            size="sm"
            busy={busy === 'start'}
            disabled={busy !== null}
            onClick={() =>
              void change({
                name: 'start',
                failed: t('act.startFailed'),
                act: () => client.servers.start({ id: server.id }),
              })
            }
          >
            {t('act.again')}
          </Button>
        }
      >
        {server.state === 'parked' && t('parked')}
        {server.state === 'failed' && server.retryAt && t('retryAt', { time: ago.words(server.retryAt) })}
      </FaultNotice>,
    )
  }
  // Who stopped it knows why the lists are not new.
  if (server.stale && server.listedAt && server.state !== 'stopped') {
    notices.push(
      <Notice
        key="stale"
        icon={<History className="size-[18px] text-ink-3" strokeWidth={1.6} aria-hidden />}
        title={t('stale', { ago: ago.words(server.listedAt) })}
      />,
    )
  }
  if (notices.length === 0) return null
  return (
    <div className="max-h-[45%] shrink-0 overflow-y-auto border-line border-b bg-surface">
      {notices}
      {isReviewing && server.review && (
        <ApprovalDialog server={server} change={change} onClose={() => setReviewing(false)} />
      )}
    </div>
  )
}

function FaultNotice(props: {
  readonly fault: ServerFaultView
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const { fault } = props
  const details = fault.details.join('\n')
  const whole = [fault.code, fault.message, fault.hint, details].filter(Boolean).join('\n')
  return (
    <div role="alert">
      <Notice
        icon={<CircleAlert className="size-[18px] text-red" strokeWidth={1.6} aria-hidden />}
        title={fault.message}
        actions={
          <>
            {props.actions}
            <CopyButton text={whole} label={t('copyFault')} />
          </>
        }
      >
        <p>{fault.hint}</p>
        {props.children && <p className="text-ink-3 text-xs">{props.children}</p>}
        {details !== '' && (
          <details className="mt-1 text-xs" open={fault.details.length <= 2}>
            <summary className="w-fit">{common('details')}</summary>
            <pre
              className={cx(
                'mt-1 max-h-48 overflow-auto whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 font-mono text-ink-2',
                '[overflow-wrap:anywhere]',
              )}
            >
              {details}
            </pre>
          </details>
        )}
      </Notice>
    </div>
  )
}
