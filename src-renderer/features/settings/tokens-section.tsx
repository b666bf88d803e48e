/** Who may read over MCP: every token, when it was last used, and the way to end it. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TokenView } from '../../../src-main/api/contract/app.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { TokenDialog } from './token-dialog.tsx'

const isActive = (token: TokenView, now: number) => token.revokedAt === null && Date.parse(token.expiresAt) > now

export function TokensSection({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('settings')
  const { value: tokens, error, reload } = useLoaded('tokens', () => client.app.tokens.list(), ['access-changed'])
  const [isCreating, setCreating] = useState(false)
  const [ending, setEnding] = useState<TokenView | null>(null)
  const revoke = async (token: TokenView) => {
    try {
      await client.app.tokens.revoke({ id: token.id })
      reload()
    } catch (failure) {
      toast(`${t('revokeFailed')} ${errorWords(failure).message}`, { tone: 'error' })
    }
  }
  const now = Date.now()
  const active = tokens?.filter((token) => isActive(token, now)) ?? []
  const ended = tokens?.filter((token) => !isActive(token, now)) ?? []
  return (
    <Panel
      title={t('tokens')}
      actions={
        <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
          {t('tokenCreate')}
        </Button>
      }
    >
      <p className="px-3.5 pb-3 text-ink-2 text-sm">{t('tokensText')}</p>
      {tokens === null && error === null && (
        <div className="px-3.5 pb-4">
          <SkeletonLines lines={2} />
        </div>
      )}
      {error !== null && (
        <div className="px-3.5 pb-3.5">
          <ErrorState title={t('tokensFailed')} error={error} onRetry={reload} />
        </div>
      )}
      {tokens !== null && active.length === 0 && (
        <p className="border-line border-t px-3.5 py-3 text-ink-3 text-sm">{t('noTokens')}</p>
      )}
      <ul>
        {active.map((token) => (
          <TokenRow key={token.id} token={token} timeZone={timeZone} onRevoke={() => setEnding(token)} />
        ))}
      </ul>
      {ended.length > 0 && (
        <details className="border-line border-t">
          <summary className="px-3.5 py-2 text-ink-3 text-xs">{t('endedTokens', { count: ended.length })}</summary>
          <ul>
            {ended.map((token) => (
              <TokenRow key={token.id} token={token} timeZone={timeZone} />
            ))}
          </ul>
        </details>
      )}
      {isCreating && <TokenDialog onClose={() => setCreating(false)} onCreated={reload} />}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(null)}
          title={t('revokeAsk', { label: ending.label || t('unnamed') })}
          description={t('revokeText')}
          confirmLabel={t('revoke')}
          onConfirm={() => revoke(ending)}
        />
      )}
    </Panel>
  )
}

interface TokenRowProps {
  token: TokenView
  timeZone: string
  onRevoke?: () => void
}

function TokenRow({ token, timeZone, onRevoke }: TokenRowProps) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const name = token.label || t('unnamed')
  const at = (iso: string) => format.instant(iso, timeZone)
  return (
    <li className="flex items-center gap-3 border-line border-t px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{name}</p>
        <p className="text-ink-3 text-xs">
          {token.lastUsedAt ? t('lastUsed', { when: at(token.lastUsedAt) }) : t('neverUsed')} ·{' '}
          <span className="whitespace-nowrap">{t('expires', { when: at(token.expiresAt) })}</span>
        </p>
      </div>
      {onRevoke ? (
        <Button size="sm" aria-label={`${t('revoke')}: ${name}`} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      ) : (
        <Chip>{token.revokedAt ? t('revoked') : t('expired')}</Chip>
      )}
    </li>
  )
}
