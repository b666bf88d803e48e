/** One personal address: its name, whose data, its state; the address itself is covered until it is asked for. */
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonalUrlView } from '../../../src-main/api/contract/urls.ts'
import { isImeKey } from '../../app/shortcuts.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { UrlSecret } from './url-secret.tsx'

const tones: Readonly<Record<PersonalUrlView['state'], Tone>> = {
  live: 'accent',
  blocked: 'amber',
  expired: 'plain',
  revoked: 'plain',
}
const stateWords = { live: 'urlLive', blocked: 'urlBlocked', expired: 'expired', revoked: 'revoked' } as const

export interface UrlRowProps {
  url: PersonalUrlView
  /** What the address begins with, before its key. */
  base: string
  timeZone: string
  ownId: string
  /** Addresses are turned off as a whole. */
  isAsleep?: boolean
  /** The address itself, just made. */
  made?: string | null
  /** Absent for one that has ended. */
  onRevoke?: () => void
  onRenamed?: () => void
}

export function UrlRow({ url, base, timeZone, ownId, isAsleep, made, onRevoke, onRenamed }: UrlRowProps) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const [isRenaming, setRenaming] = useState(false)
  const name = url.label || t('unnamed')
  const at = (iso: string) => format.instant(iso, timeZone)
  const used =
    url.lastUsedAt === null
      ? t('neverUsed')
      : url.lastClient
        ? t('urlUsedBy', { when: at(url.lastUsedAt), client: url.lastClient })
        : t('lastUsed', { when: at(url.lastUsedAt) })
  return (
    <li className="border-line border-t px-3.5 py-3">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {isRenaming ? (
            <RenameField
              url={url}
              onDone={(renamed) => {
                setRenaming(false)
                if (renamed) onRenamed?.()
              }}
            />
          ) : (
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <span className="truncate font-medium">{name}</span>
              {onRenamed && (
                <IconButton
                  icon={Pencil}
                  size="sm"
                  label={t('urlRename', { name })}
                  onClick={() => setRenaming(true)}
                />
              )}
              {url.person.id !== ownId && <Chip>{t('urlDataOf', { name: url.person.name })}</Chip>}
              <Chip tone={isAsleep ? 'plain' : tones[url.state]}>
                {isAsleep && url.state === 'live' ? t('urlAsleep') : t(stateWords[url.state])}
              </Chip>
            </p>
          )}
          <p className="mt-0.5 text-ink-3 text-xs">
            {used} · <span className="whitespace-nowrap">{t('expires', { when: at(url.expiresAt) })}</span>
          </p>
          {url.state === 'blocked' && (
            <p className="mt-0.5 text-ink-2 text-xs">{t('urlBlockedText', { name: url.person.name })}</p>
          )}
        </div>
        {onRevoke && (
          <Button size="sm" aria-label={`${t('revoke')}: ${name}`} onClick={onRevoke}>
            {t('revoke')}
          </Button>
        )}
      </div>
      {onRevoke && <UrlSecret key={made ?? ''} id={url.id} name={name} base={base} shown={made ?? null} />}
    </li>
  )
}

function RenameField({ url, onDone }: { url: PersonalUrlView; onDone: (renamed: boolean) => void }) {
  const { t } = useTranslation('settings')
  const [text, setText] = useState(url.label)
  const save = async () => {
    const label = text.trim()
    if (label === url.label) return onDone(false)
    try {
      await client.urls.rename({ id: url.id, label })
      onDone(true)
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('saveFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
      onDone(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') {
      event.preventDefault()
      onDone(false)
    }
  }
  return (
    <Input
      aria-label={t('urlRename', { name: url.label || t('unnamed') })}
      value={text}
      maxLength={80}
      autoComplete="off"
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  )
}
