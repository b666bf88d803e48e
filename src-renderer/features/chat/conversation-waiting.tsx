/** The quiet line at the foot of the rail while a run waits for the person in some chat; leads there. */
import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useWaiting } from '../../stores/waiting.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

export function ConversationWaiting() {
  const { t } = useTranslation('composer')
  const [location, navigate] = useLocation()
  const items = useWaiting((state) => state.items)
  // What waits in the chat that is open stands there already.
  const elsewhere = items.filter(
    ({ conversationId }) => conversationId !== null && location !== `/chat/${encodeURIComponent(conversationId)}`,
  )
  const first = elsewhere[0]
  if (!first?.conversationId) return null
  const path = `/chat/${encodeURIComponent(first.conversationId)}`
  const words = t('waiting', { count: elsewhere.length, title: first.title })
  return (
    <Tooltip label={words} side="right">
      <button
        type="button"
        aria-label={`${words}. ${t('waitingOpen')}`}
        onClick={() => navigate(path)}
        className="flex min-h-10 w-10 flex-col items-center justify-center rounded-md py-1 text-[11px] text-amber transition-colors hover:bg-hover min-[1600px]:w-full min-[1600px]:flex-row min-[1600px]:justify-start min-[1600px]:gap-2.5 min-[1600px]:px-2.5 min-[1600px]:text-xs"
      >
        <Hand className="size-[18px] shrink-0" strokeWidth={1.6} aria-hidden />
        <span className="min-[1600px]:hidden">{elsewhere.length}</span>
        <span className="hidden truncate min-[1600px]:inline">{words}</span>
      </button>
    </Tooltip>
  )
}
