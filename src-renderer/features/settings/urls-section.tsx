/** Settings: personal addresses. They carry their own key, so they are off until the person wants them. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppInfo } from '../../../src-main/api/contract/app.ts'
import type { PersonalUrlView } from '../../../src-main/api/contract/urls.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { UrlMakeButton } from './url-make-button.tsx'
import { UrlRow } from './url-row.tsx'

/** What may work now or again stands on top: live, and blocked until the share is given back. */
const isOpen = (url: PersonalUrlView) => url.state === 'live' || url.state === 'blocked'

export function UrlsSection({ info }: { info: AppInfo }) {
  const { t } = useTranslation('settings')
  const read = useLoaded('urls', () => client.urls.state(), ['access-changed', 'people-changed'])
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [revoking, setRevoking] = useState<PersonalUrlView | null>(null)
  /** Shown at once after it was made. */
  const [made, setMade] = useState<{ id: string; url: string } | null>(null)
  const enabled = wanted ?? read.value?.enabled ?? false
  const urls = read.value?.urls ?? []
  const open = urls.filter(isOpen)
  const ended = urls.filter((url) => !isOpen(url))
  const base = info.publicUrl ? `${info.publicUrl.replace(/\/$/, '')}${new URL(info.mcpUrl).pathname}` : info.mcpUrl

  const say = (key: 'urlsSwitchFailed' | 'urlRevokeFailed', error: unknown) => {
    const words = errorWords(error)
    toast(`${t(key)} ${words.hint ?? words.message}`, { tone: 'error' })
  }
  const turn = async (on: boolean) => {
    setWanted(on)
    try {
      await client.urls.setEnabled({ enabled: on })
      read.reload()
    } catch (error) {
      setWanted(null)
      say('urlsSwitchFailed', error)
    }
  }
  const revoke = async (url: PersonalUrlView) => {
    try {
      await client.urls.revoke({ id: url.id })
      read.reload()
    } catch (error) {
      say('urlRevokeFailed', error)
    }
  }
  return (
    <>
      <Panel
        title={t('urls')}
        padded
        actions={
          read.value && (
            <label className="flex items-center gap-2 text-ink-2 text-sm" htmlFor="urls-enabled">
              {t(enabled ? 'urlsOn' : 'urlsOff')}
              <Switch id="urls-enabled" label={t('urlsSwitch')} checked={enabled} onChange={(on) => void turn(on)} />
            </label>
          )
        }
      >
        <p className="text-ink-2 text-sm">{t('urlsText')}</p>
        <ul className="mt-2.5 list-disc space-y-1 rounded-md bg-amber-soft py-2 pr-3 pl-7 text-amber text-sm">
          <li>{t('urlsRiskKey')}</li>
          <li>{t('urlsRiskPlaces')}</li>
          <li>{t('urlsRiskToken')}</li>
        </ul>
      </Panel>
      {!read.value && read.error === null && <SkeletonLines lines={3} />}
      {read.error !== null && <ErrorState title={t('urlsFailed')} error={read.error} onRetry={read.reload} />}
      {read.value && (enabled || urls.length > 0) && (
        <Panel
          title={t('urlsList')}
          actions={
            enabled && (
              <UrlMakeButton
                onMade={(answer) => {
                  setMade({ id: answer.view.id, url: answer.url })
                  if (urls.some((url) => url.id === answer.view.id)) toast(t('urlThere'))
                  read.reload()
                }}
              />
            )
          }
        >
          {!enabled && <p className="px-3.5 pb-3 text-ink-2 text-sm">{t('urlsAsleep')}</p>}
          {open.length === 0 && (
            <p className="border-line border-t px-3.5 py-3 text-ink-3 text-sm">
              {t(enabled ? 'urlsNone' : 'urlsNoneOpen')}
            </p>
          )}
          <ul>
            {open.map((url) => (
              <UrlRow
                key={url.id}
                url={url}
                base={base}
                timeZone={info.profile.timeZone}
                ownId={info.profile.id}
                isAsleep={!enabled}
                made={made?.id === url.id ? made.url : null}
                onRevoke={() => setRevoking(url)}
                onRenamed={read.reload}
              />
            ))}
          </ul>
          {ended.length > 0 && (
            <details className="border-line border-t">
              <summary className="px-3.5 py-2 text-ink-3 text-xs">{t('endedUrls', { count: ended.length })}</summary>
              <ul>
                {ended.map((url) => (
                  <UrlRow key={url.id} url={url} base={base} timeZone={info.profile.timeZone} ownId={info.profile.id} />
                ))}
              </ul>
            </details>
          )}
        </Panel>
      )}
      {revoking && (
        <ConfirmDialog
          open
          onOpenChange={() => setRevoking(null)}
          title={t('urlRevokeAsk', { label: revoking.label || t('unnamed') })}
          description={t(revoking.lastClient ? 'urlRevokeTextUsed' : 'urlRevokeText', { client: revoking.lastClient })}
          confirmLabel={t('revoke')}
          onConfirm={() => revoke(revoking)}
        />
      )}
    </>
  )
}
