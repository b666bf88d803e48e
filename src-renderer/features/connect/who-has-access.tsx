/** Who may reach this person's data now: apps that were let in, and the keys that were handed out. */
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ConnectedAppView } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { ListState } from './list-state.tsx'
import { settingsAddresses } from './personal-address.tsx'
import { ScopeChips } from './scope-chips.tsx'
import { inOrder, scopeWords } from './scope-words.ts'
import { useAgo } from './use-ago.ts'

export function WhoHasAccess() {
  const { t } = useTranslation('connect')
  const read = useLoaded('apps', () => client.apps.list(), ['access-changed', 'clients-changed'])
  const [ending, setEnding] = useState<ConnectedAppView | null>(null)
  const revoke = async (app: ConnectedAppView) => {
    try {
      await client.apps.revoke({ id: app.id })
      toast(t('apps.revoked', { name: app.name }))
      read.reload()
    } catch (failure) {
      toast(`${t('apps.revokeFailed', { name: app.name })} ${errorWords(failure).message}`, { tone: 'error' })
    }
  }
  return (
    <Panel title={t('apps.title')} about={t('apps.about')}>
      <ListState read={read} failedTitle={t('apps.failed')} icon={ShieldCheck} emptyTitle={t('apps.none')}>
        {t('apps.noneText')}
      </ListState>
      <ul>
        {read.value?.map((app) => (
          <AppRow key={app.id} app={app} onRevoke={() => setEnding(app)} />
        ))}
      </ul>
      <Keys />
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(null)}
          title={t('apps.revokeAsk', { name: ending.name })}
          description={
            <>
              {t('apps.revokeText')}
              <ScopeLines scopes={ending.scopes} />
              {t('apps.revokeAfter')}
            </>
          }
          confirmLabel={t('apps.revoke')}
          onConfirm={() => revoke(ending)}
        />
      )}
    </Panel>
  )
}

function ScopeLines({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation('connect')
  return (
    <span className="my-1.5 flex flex-col">
      {inOrder(scopes).map((scope) => {
        const words = scopeWords(scope)
        return (
          <span key={scope} className="before:mr-1.5 before:content-['·']">
            {words ? t(`scope.${words}`) : scope}
          </span>
        )
      })}
    </span>
  )
}

function AppRow({ app, onRevoke }: { app: ConnectedAppView; onRevoke: () => void }) {
  const { t } = useTranslation('connect')
  const ago = useAgo()
  const facts = [
    t('apps.since', { when: ago.words(app.since) }),
    app.lastUsedAt === null
      ? t('apps.neverUsed')
      : app.lastTool === null
        ? t('apps.lastUsed', { when: ago.words(app.lastUsedAt) })
        : t('apps.lastCall', { when: ago.words(app.lastUsedAt), tool: app.lastTool }),
    app.expiresAt !== null && t('apps.expires', { when: ago.words(app.expiresAt) }),
  ]
  return (
    <li className="flex items-start gap-3 border-line border-t px-3.5 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="break-words font-medium">{app.name}</span>
          <span className="text-ink-3 text-xs">{app.redirectHost}</span>
        </p>
        <p className="text-ink-3 text-xs">{facts.filter(Boolean).join(' · ')}</p>
        <ScopeChips scopes={app.scopes} />
      </div>
      <Button size="sm" aria-label={t('apps.revokeOne', { name: app.name })} onClick={onRevoke}>
        {t('apps.revoke')}
      </Button>
    </li>
  )
}

/** How many tokens and personal addresses open this person's data; Settings is where they end. */
function Keys() {
  const { t } = useTranslation('connect')
  const ago = useAgo()
  const tokens = useLoaded('tokens', () => client.app.tokens.list(), ['access-changed'])
  const urls = useLoaded('addresses', () => client.urls.state(), ['access-changed', 'people-changed'])
  const liveTokens = tokens.value?.filter((one) => one.revokedAt === null && Date.parse(one.expiresAt) > ago.now)
  const liveUrls = urls.value && (urls.value.enabled ? urls.value.urls.filter((one) => one.state === 'live') : [])
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1 border-line border-t px-3.5 py-2.5 text-sm">
      <KeyLink
        href="/settings/tokens"
        words={liveTokens ? t('keys.tokens', { count: liveTokens.length }) : t('keys.tokensUnknown')}
      />
      <KeyLink
        href={settingsAddresses}
        words={liveUrls ? t('keys.addresses', { count: liveUrls.length }) : t('keys.addressesUnknown')}
      />
    </div>
  )
}

function KeyLink({ href, words }: { href: string; words: string }) {
  return (
    <Link href={href} className="text-accent underline-offset-2 hover:underline">
      {words}
    </Link>
  )
}
