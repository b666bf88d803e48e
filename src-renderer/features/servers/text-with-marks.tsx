/** A text in full, where what cannot be seen is named in its place. */
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/class-names.ts'
import { partsOf, type TextPart } from './marked-text.ts'

export function TextWithMarks({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation('servers')
  if (text === '') return <span className="font-sans text-ink-3">{t('review.emptyText')}</span>
  return (
    // Shown in the order in which it is stored, whatever direction its letters ask for.
    <span
      dir="ltr"
      className={cx('whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:bidi-override]', className)}
    >
      {partsOf(text).map((part, index) =>
        part.kind === 'seen' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
          <span key={index}>{part.text}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
          <Mark key={index} part={part} />
        ),
      )}
    </span>
  )
}

function Mark({ part }: { part: Exclude<TextPart, { kind: 'seen' }> }) {
  const { t } = useTranslation('servers')
  const words = [
    part.code,
    t(`mark.${part.kind}`),
    part.letter !== null && `“${part.letter}”`,
    part.count > 1 && `× ${part.count}`,
  ]
  return (
    <>
      <mark className="mx-0.5 whitespace-normal rounded-sm border border-amber bg-surface px-1 font-sans text-[11px] text-amber">
        {words.filter(Boolean).join(' ')}
      </mark>
      {part.kind === 'break' && <br />}
    </>
  )
}
