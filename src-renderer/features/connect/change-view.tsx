/** A settings file as it would be: lines of ours marked with colour, sign and spoken word, the rest folded away. */
import { UnfoldVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientChange } from '../../../src-main/api/contract/connect.ts'
import { useFormat } from '../../format/use-format.ts'
import { cx } from '../../ui/class-names.ts'
import { type ChangeLine, changeLines, foldUnchanged } from './change-lines.ts'

/** A settings file may have thousands of lines; this many come out of a fold at a click. */
const openedAtOnce = 100

const look = {
  same: { row: '', sign: ' ' },
  added: { row: 'bg-accent-soft', sign: '+' },
  removed: { row: 'bg-red-soft', sign: '−' },
}

/** `label`: what is compared, where it is no file. */
export function ChangeView({ change, label }: { change: Pick<ClientChange, 'before' | 'after'>; label?: string }) {
  const { t } = useTranslation('connect')
  const format = useFormat()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => foldUnchanged(changeLines(change.before, change.after)), [change])
  const fold = (lines: readonly ChangeLine[]) => {
    let rest = lines
    const shown: ReactNode[] = []
    while (rest[0] && opened.has(rest[0].line)) {
      shown.push(...rest.slice(0, openedAtOnce).map((line) => <Line key={`same${line.line}`} line={line} />))
      rest = rest.slice(openedAtOnce)
    }
    const first = rest[0]?.line
    if (first === undefined) return shown
    return [
      ...shown,
      <button
        key={`folded${first}`}
        type="button"
        onClick={() => setOpened((before) => new Set(before).add(first))}
        className="my-0.5 flex items-center gap-1.5 rounded-sm px-3 font-sans text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
      >
        <UnfoldVertical className="size-3.5" strokeWidth={1.6} aria-hidden />
        {t('review.folded', { count: rest.length, formatted: format.number(rest.length) })}
      </button>,
    ]
  }
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={label ?? t('review.changes')}
      className="max-h-72 overflow-auto rounded-md border border-line bg-sunken py-1.5 focus-visible:-outline-offset-2"
    >
      <div className="font-mono text-xs leading-[1.65]">
        {rows.map((row) =>
          row.kind === 'folded' ? fold(row.lines) : <Line key={`${row.kind}${row.line}`} line={row} />,
        )}
      </div>
    </section>
  )
}

function Line({ line }: { line: ChangeLine }) {
  const { t } = useTranslation('connect')
  const { row, sign } = look[line.kind]
  return (
    <div className={cx('flex pr-3', row)}>
      <span
        aria-hidden
        className={cx(
          'w-10 shrink-0 select-none pr-2 text-right',
          // Quiet grey on a tint falls under the contrast that small text needs.
          line.kind === 'same' ? 'text-ink-3' : 'text-ink-2',
        )}
      >
        {line.line}
      </span>
      <span
        aria-hidden
        className={cx(
          'w-4 shrink-0 select-none',
          line.kind === 'added' && 'text-accent',
          line.kind === 'removed' && 'text-red',
        )}
      >
        {sign}
      </span>
      {line.kind !== 'same' && <span className="sr-only">{t(`review.line.${line.kind}`)} </span>}
      <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{line.text || ' '}</span>
    </div>
  )
}
