/** Who talked to this hub since it started, live: the proof of a connection. */
import { Ear } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HeardClient } from '../../../src-main/api/contract/connect.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Panel } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ListState } from './list-state.tsx'
import { useAgo } from './use-ago.ts'

const keyOf = (one: HeardClient) =>
  [one.name, one.version, one.via, one.credential, one.credentialLabel, one.firstAt].join('\n')

export function HeardList() {
  const { t } = useTranslation('connect')
  const format = useFormat()
  const ago = useAgo()
  const read = useLoaded('heard', () => client.connect.heard(), ['clients-changed', 'access-changed'])
  const columns: Column<HeardClient>[] = [
    {
      id: 'name',
      header: t('heard.name'),
      width: '38%',
      sortValue: (one) => one.name,
      cell: (one) => (
        <div className="min-w-0">
          <p className="break-words font-medium">{one.name}</p>
          <p className="flex flex-wrap text-ink-3 text-xs">
            {[
              one.version,
              t(one.via === 'http' ? 'heard.http' : 'heard.stdio'),
              one.protocol && t('heard.protocol', { version: one.protocol }),
            ]
              .filter((fact) => fact !== null && fact !== '')
              .map((fact) => (
                <span key={fact} className="whitespace-nowrap not-last:after:mx-1 not-last:after:content-['·']">
                  {fact}
                </span>
              ))}
          </p>
        </div>
      ),
    },
    {
      id: 'last',
      header: t('heard.last'),
      sortValue: (one) => one.lastAt,
      firstSort: 'descending',
      cell: (one) => (
        <span className="whitespace-nowrap">
          <StatusDot state={ago.isJustNow(one.lastAt) ? 'good' : 'off'}>
            {ago.isJustNow(one.lastAt) ? t('heard.now') : ago.words(one.lastAt)}
          </StatusDot>
        </span>
      ),
    },
    {
      id: 'credential',
      header: t('heard.letIn'),
      muted: true,
      cell: (one) =>
        one.credentialLabel === null
          ? t(`credential.${one.credential}`)
          : t('credential.labelled', { kind: t(`credential.${one.credential}`), label: one.credentialLabel }),
    },
    {
      id: 'requests',
      header: t('heard.requests'),
      align: 'right',
      sortValue: (one) => one.requests,
      firstSort: 'descending',
      cell: (one) => format.number(one.requests, 0),
    },
  ]
  return (
    <Panel title={t('heard.title')} about={t('heard.about')}>
      <ListState read={read} failedTitle={t('heard.failed')} icon={Ear} emptyTitle={t('heard.none')}>
        {t('heard.noneText')}
      </ListState>
      {read.value && read.value.length > 0 && (
        <Table
          caption={t('heard.title')}
          columns={columns}
          rows={read.value}
          rowKey={keyOf}
          minWidth={620}
          initialSort={{ column: 'last', direction: 'descending' }}
        />
      )}
    </Panel>
  )
}
