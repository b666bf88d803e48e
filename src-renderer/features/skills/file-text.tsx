/** A file as it is, where what cannot be seen is named in its place: a model reads that too. */
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { partsOf, type TextPart } from '../servers/marked-text.ts'

/** More than this is drawn when it is asked for. */
const firstCharacters = 60_000
/** Line ends, tabs and indents are what files are made of. */
const usual = new Set(['break', 'tab', 'space'])

type Hidden = Exclude<TextPart, { kind: 'seen' }>
const isHidden = (part: TextPart): part is Hidden => part.kind !== 'seen' && !usual.has(part.kind)

export function FileText({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation('skills')
  const { t: servers } = useTranslation('servers')
  const [isWhole, setWhole] = useState(text.length <= firstCharacters)
  const parts = useMemo(() => partsOf(isWhole ? text : text.slice(0, firstCharacters)), [text, isWhole])
  const hidden = parts.reduce((sum, part) => sum + (isHidden(part) ? part.count : 0), 0)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {hidden > 0 && (
        <p className="flex items-center gap-1.5 text-amber text-sm">
          <TriangleAlert className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
          {t('file.hidden', { count: hidden })}
        </p>
      )}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-[560px] overflow-auto rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-xs leading-[1.65]"
      >
        <pre dir="ltr" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {parts.map((part, index) =>
            isHidden(part) ? (
              <mark
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
                key={index}
                className="mx-0.5 rounded-sm border border-amber bg-surface px-1 font-sans text-[11px] text-amber"
              >
                {[
                  part.code,
                  servers(`mark.${part.kind}`),
                  part.letter && `“${part.letter}”`,
                  part.count > 1 && `× ${part.count}`,
                ]
                  .filter(Boolean)
                  .join(' ')}
              </mark>
            ) : (
              written(part)
            ),
          )}
        </pre>
      </section>
      {!isWhole && (
        <div>
          <Button size="sm" onClick={() => setWhole(true)}>
            {t('file.rest')}
          </Button>
        </div>
      )}
    </div>
  )
}

function written(part: TextPart): string {
  if (part.kind === 'seen') return part.text
  // Of a line end of Windows its second half is enough.
  if (part.code === 'U+000D') return ''
  return String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).repeat(part.count)
}
