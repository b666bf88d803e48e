/** A command as it runs: what it is, what it has written, how it ended. */
import { Square, SquareTerminal } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextWithMarks } from '../servers/text-with-marks.tsx'
import type { ToolPart } from './answer-parts.ts'
import { ScrollGroup } from './scroll-group.tsx'
import { ThreadCard } from './thread-card.tsx'
import { commandOf, exitCode, type ToolState } from './tool-state.ts'

export interface TerminalCardProps {
  part: ToolPart
  state: ToolState
  /** Null where it cannot be cancelled any more. */
  onCancel: (() => void) | null
}

/** How close to its end a screen follows what is written. */
const nearEndPx = 24

export function TerminalCard({ part, state, onCancel }: TerminalCardProps) {
  const { t } = useTranslation('thread')
  const screen = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const output = part.output ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of what is written
  useLayoutEffect(() => {
    if (screen.current && isFollowing.current) screen.current.scrollTop = screen.current.scrollHeight
  }, [output])
  const code = exitCode(part.result?.preview)
  const command = commandOf(part.call.args)
  const isGood = state === 'done' && (code === null || code === 0)
  const ending =
    state === 'running' || state === 'waiting'
      ? null
      : code !== null
        ? t('terminal.exit', { code })
        : t(`tool.state.${state}`)
  return (
    <ThreadCard aria-label={t('terminal.label')} className="overflow-hidden border-line bg-sunken">
      <header className="flex min-h-9 items-center gap-2 border-line border-b bg-surface py-1 pr-1.5 pl-3 text-xs">
        <SquareTerminal className="size-4 shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
        <code className="line-clamp-2 min-w-0 flex-1 font-mono leading-[1.5]">
          {command === '' ? part.call.tool : <TextWithMarks text={command} />}
        </code>
        {ending !== null && <span className={cx('shrink-0', isGood ? 'text-ink-3' : 'text-red')}>{ending}</span>}
        {onCancel && (
          <Button size="sm" icon={Square} onClick={onCancel}>
            {t('terminal.cancel')}
          </Button>
        )}
        <CopyButton text={output} label={t('terminal.copy')} size="sm" />
      </header>
      {output === '' ? (
        <p className="px-3 py-2 text-ink-3 text-xs">
          {state === 'running' ? t('terminal.silent') : t('terminal.empty')}
        </p>
      ) : (
        <ScrollGroup
          ref={screen}
          label={t('terminal.output')}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEndPx
          }}
          className="max-h-64 overflow-auto px-3 py-2 focus-visible:-outline-offset-2"
        >
          <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-[1.55]">{output}</pre>
        </ScrollGroup>
      )}
    </ThreadCard>
  )
}
