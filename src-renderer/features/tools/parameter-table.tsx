/** A tool's parameters to read: name, kind, whether it must be there, default and what it is for. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Column, Table } from '../../ui/table.tsx'
import { Prose } from './prose.tsx'
import { type Json, type Parameter, type ParameterType, parameters } from './schema-parameters.ts'

export function ParameterTable(props: { readonly schema: Json }) {
  const { t } = useTranslation('tools')
  const rows = parameters(props.schema)
  if (rows.length === 0) return <p className="px-3.5 pb-3.5 text-ink-2 text-sm">{t('noParameters')}</p>
  const columns: Column<Parameter>[] = [
    {
      id: 'name',
      header: t('parameter'),
      width: '24%',
      cell: (row) => (
        <>
          <code className="break-all font-medium font-mono text-[12.5px]">{row.name}</code>
          {row.isRequired && <span className="ml-2 whitespace-nowrap text-ink-3 text-xs">{t('required')}</span>}
        </>
      ),
    },
    {
      id: 'type',
      header: t('type'),
      width: '24%',
      muted: true,
      cell: (row) => (
        <>
          <span className="break-words">{typeWords(t, row.type)}</span>
          {row.bounds && <span className="block text-ink-3 text-xs">{boundWords(t, row)}</span>}
          {row.defaultText !== null && (
            <span className="block break-all text-ink-3 text-xs">{t('default', { value: row.defaultText })}</span>
          )}
        </>
      ),
    },
    { id: 'description', header: t('description'), cell: (row) => <Prose text={row.description} /> },
  ]
  return <Table caption={t('parameters')} columns={columns} rows={rows} rowKey={(row) => row.name} minWidth={480} />
}

export function typeWords(t: TFunction<'tools'>, type: ParameterType): string {
  switch (type.kind) {
    case 'list':
      return t('kind.list', { of: typeWords(t, type.of) })
    case 'choice':
      return type.values.join(' · ')
    case 'union':
      return type.of.map((one) => typeWords(t, one)).join(t('kind.or'))
    default:
      return t(`kind.${type.kind}`)
  }
}

function boundWords(t: TFunction<'tools'>, { bounds }: Parameter): string {
  if (!bounds) return ''
  if (bounds.low !== null && bounds.high !== null) return t('between', { low: bounds.low, high: bounds.high })
  return bounds.low !== null ? t('atLeast', { low: bounds.low }) : t('atMost', { high: bounds.high })
}
