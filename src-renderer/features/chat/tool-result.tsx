/** What a call brought back, as tables and as the JSON that it really is. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { resultTables } from '../tools/result-tables.ts'
import { ResultTables } from '../tools/result-view.tsx'

export interface ToolResultProps {
  result: unknown
  /** The hub kept only a part for the chat; said above it. */
  isShortened: boolean
}

export function ToolResult({ result, isShortened }: ToolResultProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<'table' | 'json'>('table')
  const tables = useMemo(() => resultTables(result), [result])
  const json = useMemo(() => JSON.stringify(result, null, 2) ?? '', [result])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-2">
        <Segmented
          label={t('resultView')}
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: t('resultTable') },
            { value: 'json', label: t('resultJson') },
          ]}
        />
        {isShortened && <span className="text-ink-3 text-xs">{t('resultCut')}</span>}
      </div>
      {view === 'json' ? <CodeBlock code={json} label={t('resultJson')} /> : <ResultTables tables={tables} />}
    </div>
  )
}
