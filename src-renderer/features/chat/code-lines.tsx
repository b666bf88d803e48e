/** Code in its frame, also while it is written: finished lines are drawn once. */
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ScrollGroup } from './scroll-group.tsx'

const linesPerPart = 80

export function CodeLines({ code, language }: { code: string; language: string }) {
  const { t } = useTranslation('chat')
  const parts = useMemo(() => partsOf(code), [code])
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      {language !== '' && (
        <p className="border-line border-b px-3 py-1 pr-10 font-mono text-[11px] text-ink-3">{language}</p>
      )}
      <ScrollGroup
        label={language === '' ? t('code') : `${t('code')}, ${language}`}
        className="max-h-[420px] overflow-auto rounded-md py-2.5 pr-10 pl-3"
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-[1.65]">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines only ever follow each other
            <Lines key={index} text={part} />
          ))}
        </pre>
      </ScrollGroup>
      <div className="absolute top-0.5 right-1.5">
        <CopyButton text={code} size="sm" />
      </div>
    </div>
  )
}

/** Whole lines, so that what is finished stays the same text. */
function partsOf(code: string): string[] {
  const parts: string[] = []
  let from = 0
  let lines = 0
  for (let end = code.indexOf('\n'); end !== -1; end = code.indexOf('\n', end + 1)) {
    lines += 1
    if (lines % linesPerPart !== 0) continue
    parts.push(code.slice(from, end + 1))
    from = end + 1
  }
  return [...parts, code.slice(from)]
}

const Lines = memo(function Lines({ text }: { text: string }) {
  return <span className="block">{text}</span>
})
