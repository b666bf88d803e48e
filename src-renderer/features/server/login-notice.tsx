/** Logging in to a server: the person's click opens the browser, the page waits, and the wait can be ended. */
import { KeyRound, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isWebAddress } from './content-parts.ts'
import { Notice } from './notice.tsx'
import type { ServerTabProps } from './use-server.ts'

/** Opens outside of the app, and only what is an address of the web. */
export function openOutside(url: string): void {
  if (isWebAddress(url)) window.open(url, '_blank', 'noopener,noreferrer')
}

export function LoginNotice({ server, change }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  // Shows at once what the click did, also where the hub's event comes late.
  const renew = () =>
    change({ name: 'login', failed: t('readFailed'), act: () => client.servers.get({ id: server.id }) })
  const start = useAction(async () => {
    const { url } = await client.servers.login({ id: server.id })
    openOutside(url)
    await renew()
  })
  const cancel = useAction(async () => {
    await client.servers.cancelLogin({ id: server.id })
    await renew()
  })
  // A server may refuse without having been set to a login; it can be tried all the same.
  const login = server.login ?? { state: 'none', url: null }
  const failure = start.error ?? cancel.error
  const isRunning = login.state === 'running'
  const { url } = login
  return (
    <>
      <Notice
        icon={
          isRunning ? (
            <LoaderCircle
              className="size-[18px] animate-spin text-accent motion-reduce:animate-none"
              strokeWidth={1.6}
              aria-hidden
            />
          ) : (
            <KeyRound className="size-[18px] text-amber" strokeWidth={1.6} aria-hidden />
          )
        }
        title={isRunning ? t('login.waiting') : t(login.state === 'expired' ? 'login.expired' : 'login.needed')}
        actions={
          isRunning ? (
            <>
              {url && <CopyButton text={url} label={t('login.copy')} />}
              {url && (
                <Button size="sm" onClick={() => openOutside(url)}>
                  {t('login.reopen')}
                </Button>
              )}
              <Button size="sm" busy={cancel.isBusy} onClick={() => void cancel.run()}>
                {common('cancel')}
              </Button>
            </>
          ) : (
            <Button size="sm" variant="primary" busy={start.isBusy} onClick={() => void start.run()}>
              {t('login.start')}
            </Button>
          )
        }
      >
        <p role="status">{isRunning ? t('login.waitingText') : (server.fault?.message ?? t('login.text'))}</p>
        {isRunning && url && <p className="break-all font-mono text-ink-3 text-xs">{url}</p>}
      </Notice>
      {failure !== null && (
        <div className="px-5 pb-3">
          <ErrorState title={t('login.failed')} error={failure} isReasonShown />
        </div>
      )}
    </>
  )
}
