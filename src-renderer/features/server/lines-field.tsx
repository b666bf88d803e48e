/** A short list, one entry a line, saved by its own button. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/input.tsx'

export function LinesField(props: {
  readonly id: string
  readonly value: readonly string[]
  readonly onSave: (lines: readonly string[]) => void
}) {
  const { t } = useTranslation('serverPage')
  const [text, setText] = useState(props.value.join('\n'))
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isChanged = lines.join('\n') !== props.value.join('\n')
  return (
    <div className="flex flex-col items-end gap-2">
      <Textarea
        id={props.id}
        className="font-mono text-xs"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isChanged && (
        <Button size="sm" variant="primary" onClick={() => props.onSave(lines)}>
          {t('save')}
        </Button>
      )}
    </div>
  )
}
