/** What a tool is now beside what was approved: description and parameters, line by line. */
import { useTranslation } from 'react-i18next'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { ChangeView } from '../connect/change-view.tsx'

const jsonOf = (value: unknown) => JSON.stringify(value, null, 2) ?? ''

export function ToolDifference({ tool }: { readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  const { approved } = tool
  const schema = jsonOf(tool.inputSchema)
  const isDescriptionOther = approved?.description !== tool.description
  const isSchemaOther = approved === null || jsonOf(approved.inputSchema) !== schema
  return (
    <div className="flex flex-col gap-3">
      {isDescriptionOther && (
        <div className="flex flex-col gap-1.5">
          <p className="text-ink-3 text-xs">{t('difference.description')}</p>
          <ChangeView
            label={`${tool.name}: ${t('difference.description')}`}
            change={{ before: approved?.description ?? null, after: tool.description }}
          />
        </div>
      )}
      {isSchemaOther && (
        <div className="flex flex-col gap-1.5">
          <p className="text-ink-3 text-xs">{t('difference.schema')}</p>
          <ChangeView
            label={`${tool.name}: ${t('difference.schema')}`}
            change={{ before: approved ? jsonOf(approved.inputSchema) : null, after: schema }}
          />
        </div>
      )}
      {!isDescriptionOther && !isSchemaOther && <p className="text-ink-2 text-sm">{t('difference.other')}</p>}
    </div>
  )
}
