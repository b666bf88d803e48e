/** The log of one server, live: searched, filtered, paused, copied; only the lines in sight are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, Copy, Eraser, Pause, Play, ScrollText, WrapText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { filteredLines, type LogFilter, logLevels, logSources, logText, type NumberedLine } from './log-lines.ts'
import { useLogs } from './use-logs.ts'
import type { ServerTabProps } from './use-server.ts'

const ROW_PX = 20
/** So near to the end a person follows along. */
const END_PX = 40

const tones = { debug: 'text-ink-3', info: 'text-ink', warn: 'text-amber', error: 'text-red' } as const

export function LogsTab({ server }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const logs = useLogs(server.id)
  const [filter, setFilter] = useState<LogFilter>({ text: '', level: 'debug', from: 'all' })
  const [isWrapped, setWrapped] = useState(true)
  const lines = useMemo(() => filteredLines(logs.lines, filter), [logs.lines, filter])
  const copy = () =>
    navigator.clipboard.writeText(logText(lines)).then(
      () => toast(t('logs.copied', { count: lines.length })),
      () => toast(common('copyFailed'), { tone: 'error' }),
    )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-5 py-2">
        <SearchInput
          className="min-w-40 flex-1"
          label={t('logs.find')}
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
        />
        <div className="w-36">
          <Select
            label={t('logs.level')}
            value={filter.level}
            options={logLevels.map((level) => ({ value: level, label: t(`logs.from.${level}`) }))}
            onChange={(value) => setFilter({ ...filter, level: logLevels.find((one) => one === value) ?? 'debug' })}
          />
        </div>
        <div className="w-40">
          <Select
            label={t('logs.source')}
            value={filter.from}
            options={[
              { value: 'all', label: t('logs.sources.all') },
              ...logSources.map((source) => ({ value: source, label: t(`logs.sources.${source}`) })),
            ]}
            onChange={(value) => setFilter({ ...filter, from: logSources.find((one) => one === value) ?? 'all' })}
          />
        </div>
        <div className="flex items-center">
          <IconButton
            icon={WrapText}
            label={t('logs.wrap')}
            side="bottom"
            aria-pressed={isWrapped}
            className={isWrapped ? 'bg-hover text-ink' : undefined}
            onClick={() => setWrapped(!isWrapped)}
          />
          <IconButton
            icon={logs.isPaused ? Play : Pause}
            label={t(logs.isPaused ? 'logs.resume' : 'logs.pause')}
            side="bottom"
            aria-pressed={logs.isPaused}
            onClick={() => logs.setPaused(!logs.isPaused)}
          />
          <IconButton
            icon={Copy}
            label={t('logs.copy')}
            side="bottom"
            disabled={lines.length === 0}
            onClick={() => void copy()}
          />
          <IconButton
            icon={Eraser}
            label={t('logs.clear')}
            side="bottom"
            disabled={logs.lines.length === 0}
            onClick={logs.clear}
          />
        </div>
      </div>
      {logs.error !== null && (
        <div className="px-5 py-2">
          <ErrorState title={t('logs.failed')} error={logs.error} />
        </div>
      )}
      {lines.length === 0 ? (
        <div className="flex flex-1 flex-col items-center justify-center gap-2 bg-sunken text-ink-2 text-sm">
          <ScrollText className="size-6 text-ink-3" strokeWidth={1.4} aria-hidden />
          {t(logs.lines.length === 0 ? 'logs.none' : 'logs.noMatch')}
        </div>
      ) : (
        <Lines key={isWrapped ? 'wrap' : 'line'} lines={lines} isWrapped={isWrapped} />
      )}
      <div className="flex min-h-8 shrink-0 items-center gap-3 border-line border-t px-5 py-1 text-ink-3 text-xs">
        <span>
          {lines.length === logs.lines.length
            ? t('logs.count', { count: lines.length })
            : t('logs.shown', { count: lines.length, total: logs.lines.length })}
        </span>
        {logs.isPaused && (
          <Button size="sm" variant="link" onClick={() => logs.setPaused(false)}>
            {t('logs.waiting', { count: logs.waiting })}
          </Button>
        )}
      </div>
    </div>
  )
}

function Lines(props: { readonly lines: readonly NumberedLine[]; readonly isWrapped: boolean }) {
  const { t } = useTranslation('serverPage')
  const format = useFormat()
  const { lines, isWrapped } = props
  const scroll = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const time = useMemo(
    () =>
      new Intl.DateTimeFormat(format.locale, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        fractionalSecondDigits: 3,
        hour12: false,
      }),
    [format.locale],
  )
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => lines[index]?.number ?? index,
    overscan: 30,
  })
  const last = lines.at(-1)?.number
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what moves the view
  useEffect(() => {
    if (isFollowing && lines.length > 0) virtualizer.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [last, isFollowing])
  const onScroll = () => {
    const box = scroll.current
    if (box) setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight < END_PX)
  }
  const items = virtualizer.getVirtualItems()
  return (
    <div className="relative min-h-0 flex-1 bg-sunken">
      <section
        ref={scroll}
        onScroll={onScroll}
        aria-label={t('tab.logs')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-auto focus-visible:-outline-offset-2"
      >
        <div
          className={cx('relative font-mono text-xs leading-5', !isWrapped && 'w-max min-w-full')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          <div
            className={isWrapped ? 'absolute inset-x-0 top-0' : ''}
            style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
          >
            {items.map((item) => {
              const line = lines[item.index]
              if (!line) return null
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={cx('flex gap-3 px-5 hover:bg-hover', tones[line.level])}
                >
                  <span className="shrink-0 select-none text-ink-3" title={line.at}>
                    {time.format(Date.parse(line.at))}
                  </span>
                  <span className="w-14 shrink-0 select-none text-ink-3">{t(`logs.short.${line.from}`)}</span>
                  <span className="w-10 shrink-0 select-none">
                    {line.level === 'info' ? '' : t(`logs.mark.${line.level}`)}
                  </span>
                  <span
                    className={
                      isWrapped ? 'min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]' : 'whitespace-pre'
                    }
                  >
                    {line.text}
                  </span>
                </div>
              )
            })}
          </div>
        </div>
      </section>
      {!isFollowing && (
        <Button
          size="sm"
          icon={ArrowDown}
          className="absolute right-5 bottom-3 shadow-float"
          onClick={() => {
            setFollowing(true)
            virtualizer.scrollToIndex(lines.length - 1, { align: 'end' })
          }}
        >
          {t('logs.toEnd')}
        </Button>
      )}
    </div>
  )
}
