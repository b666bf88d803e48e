/** The small number behind a figure that came from a record; it opens the rows. */
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CitationOpener, PieceCitations } from './citation-scope.ts'

export function CitationMark({ mark }: { mark: number }) {
  const { t } = useTranslation('thread')
  const citation = useContext(PieceCitations)?.[mark]
  const open = useContext(CitationOpener)
  if (citation === undefined || open === null) return null
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('cite.mark', { said: citation.said, number: citation.number })}
      onClick={(event) => open({ citation, anchor: event.currentTarget })}
      className="relative -my-1 ml-0.5 inline rounded-sm align-[0.35em] font-semibold text-[11px] text-accent leading-none before:absolute before:-inset-x-1 before:-inset-y-1.5 hover:underline"
    >
      {citation.number}
    </button>
  )
}
