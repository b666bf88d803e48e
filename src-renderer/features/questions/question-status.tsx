/** The quiet line at the foot of the rail while questions wait that were put off; brings them back. */
import { MessageCircleQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../ui/tooltip.tsx'
import { usePendingQuestions } from './pending-questions.ts'

export function QuestionStatus() {
  const { t } = useTranslation('questions')
  const count = usePendingQuestions((state) => state.items.filter((item) => state.later.has(item.id)).length)
  const bringBack = usePendingQuestions((state) => state.bringBack)
  if (count === 0) return null
  const words = t('status', { count })
  return (
    <Tooltip label={words} side="right">
      <button
        type="button"
        aria-label={words}
        onClick={bringBack}
        className="flex min-h-10 w-10 flex-col items-center justify-center rounded-md py-1 text-[11px] text-amber transition-colors hover:bg-hover min-[1600px]:w-full min-[1600px]:flex-row min-[1600px]:gap-2.5 min-[1600px]:px-2.5 min-[1600px]:text-xs"
      >
        <MessageCircleQuestion className="size-[18px] shrink-0" strokeWidth={1.6} aria-hidden />
        <span className="min-[1600px]:hidden">{count}</span>
        <span className="hidden truncate min-[1600px]:inline">{words}</span>
      </button>
    </Tooltip>
  )
}
