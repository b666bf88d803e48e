/** The runs of this session, newest first; choosing one brings its arguments and its result back. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { cx } from '../../ui/class-names.ts'
import { Panel } from '../../ui/page.tsx'

interface PastRun {
  readonly id: number
  readonly args: unknown
  /** Epoch ms. */
  readonly startedAt: number
  readonly outcome: { readonly durationMs: number } | null
}

export function RunHistory<Run extends PastRun>(props: {
  readonly runs: readonly Run[]
  readonly shownId: number | null
  readonly state: (run: Run) => ReactNode
  readonly onShow: (run: Run) => void
}) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const time = new Intl.DateTimeFormat(format.locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  })
  return (
    <Panel title={t('history.title')} about={t('history.about')}>
      <ul className="flex flex-col">
        {props.runs.map((run) => (
          <li key={run.id} className="border-line border-t">
            <button
              type="button"
              aria-current={run.id === props.shownId || undefined}
              onClick={() => props.onShow(run)}
              className={cx(
                'flex w-full items-center gap-3 px-3.5 py-1.5 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2',
                run.id === props.shownId && 'bg-sunken',
              )}
            >
              <span className="shrink-0 text-ink-2">{time.format(run.startedAt)}</span>
              <span className="shrink-0">{props.state(run)}</span>
              <code className="min-w-0 flex-1 truncate font-mono text-ink-2 text-xs">{JSON.stringify(run.args)}</code>
              <span className="shrink-0 text-ink-3 text-xs">
                {run.outcome && format.elapsed(run.outcome.durationMs)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
