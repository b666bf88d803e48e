/** A chat without a question yet: six that this person's data can answer. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChat } from '../../stores/chat.ts'
import { useChoice } from '../../stores/chat-choice.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const six = ['one', 'two', 'three', 'four', 'five', 'six']

export function EmptyChat({ onAsk }: { onAsk: (question: string) => void }) {
  const { t } = useTranslation('chat')
  const { t: composer } = useTranslation('composer')
  const hasModel = useChoice((state) => state.fresh.agent !== 'quick')
  const suggestions = useChat((state) => state.suggestions)
  const loadSuggestions = useChat((state) => state.loadSuggestions)
  useEffect(() => {
    void loadSuggestions()
  }, [loadSuggestions])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5">
      <div className="mx-auto flex min-h-full max-w-[760px] flex-col justify-center py-8">
        <h2 className="font-semibold text-xl tracking-tight">{t('emptyTitle')}</h2>
        <p className="mt-1 text-ink-2">
          {suggestions?.length !== 0 ? t('emptyText') : hasModel ? composer('emptyModel') : t('emptyTextTools')}
        </p>
        <ul className="mt-6 grid grid-cols-1 gap-2 min-[760px]:grid-cols-2">
          {suggestions === null
            ? six.map((name) => (
                <li key={name}>
                  <Skeleton className="h-11" />
                </li>
              ))
            : suggestions.slice(0, 6).map((suggestion) => (
                <li key={suggestion}>
                  <button
                    type="button"
                    onClick={() => onAsk(suggestion)}
                    className="h-full min-h-11 w-full rounded-lg border border-line bg-surface px-3.5 py-2 text-left text-sm transition-colors hover:border-line-strong hover:bg-hover"
                  >
                    {suggestion}
                  </button>
                </li>
              ))}
        </ul>
      </div>
    </div>
  )
}
