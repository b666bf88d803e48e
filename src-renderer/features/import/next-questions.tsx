/** What can be asked now, as buttons that ask it. */
import { HeartPulse } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useChat } from '../../stores/chat.ts'
import { useImports } from '../../stores/imports.ts'
import { Button } from '../../ui/button.tsx'

export function NextQuestions() {
  const { t } = useTranslation('importing')
  const suggestions = useChat((state) => state.suggestions) ?? []
  const ask = useChat((state) => state.ask)
  const setSheet = useImports((state) => state.setSheet)
  const [, navigate] = useLocation()
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-3">
      {suggestions.length > 0 && (
        <>
          <h4 className="text-ink-3 text-xs">{t('canAsk')}</h4>
          <div className="flex flex-col items-start gap-1.5">
            {suggestions.slice(0, 4).map((question) => (
              <button
                key={question}
                type="button"
                onClick={() => {
                  setSheet(false)
                  navigate('/chat')
                  ask(null, question, {}, (id) => navigate(`/chat/${encodeURIComponent(id)}`))
                }}
                className="max-w-full rounded-md bg-accent-soft px-2.5 py-1 text-left text-accent text-sm hover:underline"
              >
                {question}
              </button>
            ))}
          </div>
        </>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={HeartPulse}
        className="self-start"
        onClick={() => {
          setSheet(false)
          navigate('/health')
        }}
      >
        {t('seeHealth')}
      </Button>
    </div>
  )
}
