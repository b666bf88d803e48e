/** The list column of the chat: search, groups by day, new chat. */
import { Search, SquarePen } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useFormat } from '../../format/use-format.ts'
import { useApp } from '../../stores/app.ts'
import { useConversations } from '../../stores/conversations.ts'
import { IconButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { focusComposer } from './composer-focus.ts'
import { type GroupHeading, groupConversations } from './conversation-groups.ts'
import { ConversationRow } from './conversation-row.tsx'

/** Up and down move between the rows, as in any list. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const here = rows.findIndex((row) => row.matches(':focus'))
  const next = rows[here + (event.key === 'ArrowDown' ? 1 : -1)]
  if (here === -1 || !next) return
  event.preventDefault()
  next.focus()
}

function useHeading() {
  const { t } = useTranslation()
  const format = useFormat()
  return (heading: GroupHeading) => {
    if (heading.kind === 'month') return format.date(heading.month, 'month')
    if (heading.kind === 'today') return t('today')
    return heading.kind === 'yesterday' ? t('yesterday') : t('lastSevenDays')
  }
}

export function ConversationList({ current }: { current: string | null }) {
  const { t } = useTranslation('chat')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const { items, error, search, setSearch, hidden, load } = useConversations()
  const timeZone = useApp((state) => state.info?.profile.timeZone)
  const headingWords = useHeading()
  const groups = useMemo(
    () =>
      groupConversations(
        (items ?? []).filter((item) => !hidden.has(item.id)),
        timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        Date.now(),
      ),
    [items, hidden, timeZone],
  )
  return (
    <aside aria-label={t('conversations')} className="flex h-full w-64 shrink-0 flex-col border-line border-r bg-bg">
      <header className="flex h-13 shrink-0 items-center justify-between pr-2.5 pl-3.5">
        <h2 className="font-semibold text-[15px]">{t('conversations')}</h2>
        <IconButton
          icon={SquarePen}
          label={common('newChat')}
          keys={['mod', 'N']}
          side="bottom"
          onClick={() => {
            navigate('/chat')
            focusComposer()
          }}
        />
      </header>
      <div className="relative mx-3 mb-1">
        <Search
          className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3"
          strokeWidth={1.6}
          aria-hidden
        />
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={common('search')}
          aria-label={t('searchConversations')}
          maxLength={200}
          className="h-8 w-full rounded-md border border-line bg-surface pr-14 pl-8 text-sm focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center">
          <KeyHint keys={['mod', 'K']} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a convenience over links that tab also reaches */}
      <div className="min-h-0 flex-1 overflow-y-auto pb-3" onKeyDown={moveFocus}>
        {items === null && error === null && (
          <div className="p-4">
            <SkeletonLines lines={4} />
          </div>
        )}
        {items === null && error !== null && (
          <div className="p-3">
            <ErrorState title={t('listFailed')} error={error} onRetry={() => void load()} />
          </div>
        )}
        {items !== null && groups.length === 0 && (
          <p className="px-4 py-3 text-ink-3 text-sm">{search ? t('noMatch') : t('noConversations')}</p>
        )}
        {groups.map((group) => (
          <section key={group.key} aria-label={headingWords(group.heading)}>
            <h3 className="px-4 pt-3 pb-1 text-ink-3 text-xs">{headingWords(group.heading)}</h3>
            <ul>
              {group.items.map((item) => (
                <ConversationRow key={item.id} item={item} isCurrent={item.id === current} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </aside>
  )
}
