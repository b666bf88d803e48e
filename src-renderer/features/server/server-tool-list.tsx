/** The list of a server's tools: search, filter, switches one by one or all at once, and what waits for a look. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ShieldCheck } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ApproveToolsDialog } from './approve-tools-dialog.tsx'
import type { ToolFilter } from './tool-choice.ts'
import { ToolMarks } from './tool-marks.tsx'
import type { ServerTabProps } from './use-server.ts'

const ROW_PX = 58
const filters: readonly ToolFilter[] = ['all', 'on', 'off', 'review', 'aside']

export interface ServerToolListProps extends ServerTabProps {
  readonly tools: readonly ServerToolView[]
  readonly selected: string | null
  readonly words: string
  readonly filter: ToolFilter
  readonly onWords: (words: string) => void
  readonly onFilter: (filter: ToolFilter) => void
  readonly onSelect: (name: string) => void
  readonly onSwitch: (names: readonly string[], enabled: boolean) => void
}

export function ServerToolList(props: ServerToolListProps) {
  const { t } = useTranslation('serverPage')
  const { server, tools } = props
  const [isApproving, setApproving] = useState(false)
  const toReview = server.toolList.filter((tool) => tool.trust !== 'approved')
  // What nobody has looked at cannot be switched on, so the switch for all leaves it out.
  const switchable = tools.filter((tool) => tool.trust === 'approved')
  const isAllOn = switchable.length > 0 && switchable.every((tool) => tool.enabled)
  const isFiltered = tools.length !== server.toolList.length
  return (
    <>
      <div className="flex shrink-0 flex-col gap-2 border-line border-b px-3 py-2.5">
        {toReview.length > 0 && (
          <Button size="sm" icon={ShieldCheck} className="w-full" onClick={() => setApproving(true)}>
            {t('tools.review', { count: toReview.length })}
          </Button>
        )}
        <div className="flex gap-2">
          <SearchInput
            className="min-w-0 flex-1"
            label={t('tools.find')}
            value={props.words}
            onChange={props.onWords}
          />
          <div className="w-28 shrink-0">
            <Select
              label={t('tools.filter')}
              value={props.filter}
              options={filters.map((value) => ({ value, label: t(`tools.filters.${value}`) }))}
              onChange={(value) => props.onFilter(filters.find((one) => one === value) ?? 'all')}
            />
          </div>
        </div>
        <div className="flex items-center gap-2 text-ink-2 text-xs">
          <span role="status">
            {isFiltered
              ? t('tools.shown', { count: tools.length, total: server.toolList.length })
              : t('tools.on', { on: server.tools.on, total: server.toolList.length })}
          </span>
          <span className="ml-auto">{t(isFiltered ? 'tools.shownOn' : 'tools.allOn')}</span>
          <Switch
            label={t(isFiltered ? 'tools.switchShown' : 'tools.switchAll')}
            checked={isAllOn}
            disabled={switchable.length === 0}
            onChange={(enabled) =>
              props.onSwitch(
                switchable.map((tool) => tool.name),
                enabled,
              )
            }
          />
        </div>
      </div>
      <Rows {...props} />
      {isApproving && <ApproveToolsDialog server={server} change={props.change} onClose={() => setApproving(false)} />}
    </>
  )
}

function Rows(props: ServerToolListProps) {
  const { t } = useTranslation('serverPage')
  const { tools } = props
  const scroll = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const virtualizer = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  })
  const at = tools.findIndex((tool) => tool.name === props.selected)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = tools[at + step]
    if (step === 0 || !next) return
    event.preventDefault()
    props.onSelect(next.name)
    virtualizer.scrollToIndex(at + step)
    // The row is drawn once it has been scrolled to.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-current]')?.focus())
  }
  if (tools.length === 0) return <p className="px-4 py-6 text-center text-ink-2 text-sm">{t('tools.noMatch')}</p>
  return (
    <div ref={scroll} className="min-h-0 flex-1 overflow-y-auto">
      <ul
        ref={list}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={t('tab.tools')}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const tool = tools[item.index]
          if (!tool) return null
          const isSelected = tool.name === props.selected
          return (
            <li
              key={tool.name}
              aria-setsize={tools.length}
              aria-posinset={item.index + 1}
              className={cx(
                'absolute inset-x-0 flex items-center gap-2 border-line border-b pr-3',
                isSelected ? 'bg-surface' : 'hover:bg-hover/50',
              )}
              style={{ top: item.start, height: ROW_PX }}
            >
              <button
                type="button"
                aria-current={isSelected || undefined}
                onClick={() => props.onSelect(tool.name)}
                className={cx(
                  'flex h-full min-w-0 flex-1 flex-col justify-center border-l-2 px-3 text-left focus-visible:-outline-offset-2',
                  isSelected ? 'border-accent' : 'border-transparent',
                )}
              >
                <span className="flex w-full min-w-0 items-center gap-1.5">
                  <span className={cx('truncate font-medium text-sm', !tool.enabled && 'text-ink-2')}>
                    {tool.title || tool.name}
                  </span>
                  <span className="flex shrink-0 items-center gap-1">
                    <ToolMarks tool={tool} isCompact />
                  </span>
                </span>
                <span className="w-full truncate text-ink-3 text-xs">
                  {tool.policy !== null && `${t(`policy.${tool.policy}`)} · `}
                  {tool.title && tool.title !== tool.name ? tool.name : tool.description}
                </span>
              </button>
              <Switch
                label={t('tools.switch', { name: tool.title || tool.name })}
                checked={tool.enabled && tool.trust === 'approved'}
                disabled={tool.trust !== 'approved'}
                onChange={(enabled) => props.onSwitch([tool.name], enabled)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
