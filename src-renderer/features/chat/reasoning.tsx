/** What a model thought before it answered: folded, with how long it has been at it. */
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Elapsed } from './elapsed.tsx'

export interface ReasoningProps {
  text: string
  isOver: boolean
  /** It is being written while it is looked at, so the time that it takes can be told. */
  isLive: boolean
}

export function Reasoning({ text, isOver, isLive }: ReasoningProps) {
  const { t } = useTranslation('thread')
  const format = useFormat()
  const [since] = useState(() => (isLive && !isOver ? Date.now() : null))
  const [tookMs, setTookMs] = useState<number | null>(null)
  const isGoing = isLive && !isOver
  useEffect(() => {
    if (since !== null && !isGoing) setTookMs((before) => before ?? Date.now() - since)
  }, [since, isGoing])
  return (
    <details className="group text-ink-2 text-sm">
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-ink-3 hover:text-ink">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" strokeWidth={1.6} aria-hidden />
        {isGoing ? t('reasoning.going') : tookMs === null ? t('reasoning.done') : null}
        {isGoing && since !== null && <Elapsed since={since} />}
        {!isGoing && tookMs !== null && t('reasoning.took', { time: format.elapsed(Math.max(1_000, tookMs)) })}
      </summary>
      <p className="mt-1 max-h-72 overflow-y-auto whitespace-pre-wrap break-words border-line border-l-2 pl-3">
        {text}
      </p>
    </details>
  )
}
