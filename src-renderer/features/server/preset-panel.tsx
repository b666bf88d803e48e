/** Arguments that are always the same: filled in by the hub, and not shown to a model. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { typeWords } from '../tools/parameter-table.tsx'
import { isJson, parameters } from '../tools/schema-parameters.ts'
import { type PresetRow, presetOf, presetRows } from './preset-rows.ts'
import { withTools } from './tool-choice.ts'
import type { ServerTabProps } from './use-server.ts'

export function PresetPanel({ server, tool, change, busy }: ServerTabProps & { readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  const { t: tools } = useTranslation('tools')
  const [rows, setRows] = useState<readonly PresetRow[]>(() => presetRows(tool.preset))
  const known = parameters(tool.inputSchema)
  if (known.length === 0 && rows.length === 0) return null
  const properties = isJson(tool.inputSchema.properties) ? tool.inputSchema.properties : {}
  const read = presetOf(rows, properties)
  const isChanged = JSON.stringify(read.preset) !== JSON.stringify(tool.preset)
  const free = known.filter((one) => !rows.some((row) => row.name === one.name))
  const put = (name: string, text: string) =>
    setRows((before) => before.map((row) => (row.name === name ? { ...row, text } : row)))
  const save = () =>
    void change({
      name: 'preset',
      failed: t('preset.failed'),
      meanwhile: withTools(server, [tool.name], { preset: read.preset }),
      act: () => client.servers.setTools({ id: server.id, tools: [tool.name], preset: read.preset }),
    })
  return (
    <Panel title={t('preset.title')} padded>
      <p className="mb-3 max-w-[640px] text-ink-2 text-sm">{t('preset.text')}</p>
      <div className="flex flex-col gap-2.5">
        {rows.map((row) => {
          const parameter = known.find((one) => one.name === row.name)
          return (
            <div key={row.name} className="flex flex-col gap-1">
              <div className="flex items-center gap-2">
                <code className="w-40 shrink-0 truncate font-mono text-xs" title={row.name}>
                  {row.name}
                </code>
                <Input
                  aria-label={t('preset.value', { name: row.name })}
                  aria-invalid={read.faults.includes(row.name) || undefined}
                  className="max-w-md font-mono text-xs"
                  spellCheck={false}
                  value={row.text}
                  onChange={(event) => put(row.name, event.target.value)}
                />
                <IconButton
                  icon={Trash2}
                  label={t('preset.remove', { name: row.name })}
                  onClick={() => setRows((before) => before.filter((one) => one.name !== row.name))}
                />
              </div>
              {read.faults.includes(row.name) ? (
                <p role="alert" className="ml-42 text-red text-xs">
                  {t('preset.notJson')}
                </p>
              ) : (
                <p className="ml-42 text-ink-3 text-xs">
                  {parameter ? typeWords(tools, parameter.type) : t('preset.unknown')}
                </p>
              )}
            </div>
          )
        })}
        <div className="flex flex-wrap items-center gap-2">
          {free.length > 0 && (
            <div className="flex items-center gap-1.5 text-sm">
              <Plus className="size-4 text-ink-3" strokeWidth={1.6} aria-hidden />
              <div className="w-56">
                <Select
                  key={rows.length}
                  label={t('preset.add')}
                  value="none"
                  options={[
                    { value: 'none', label: t('preset.add') },
                    ...free.map((one) => ({ value: `=${one.name}`, label: one.name })),
                  ]}
                  onChange={(value) =>
                    value.startsWith('=') && setRows((before) => [...before, { name: value.slice(1), text: '' }])
                  }
                />
              </div>
            </div>
          )}
          {isChanged && (
            <>
              <Button
                size="sm"
                variant="primary"
                className="ml-auto"
                busy={busy === 'preset'}
                disabled={read.faults.length > 0}
                onClick={save}
              >
                {t('save')}
              </Button>
              <Button size="sm" onClick={() => setRows(presetRows(tool.preset))}>
                {t('discard')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}
