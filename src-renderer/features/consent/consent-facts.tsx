/** Where the answer goes, how it was asked, and whose data would be opened. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsentView } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Select } from '../../ui/select.tsx'
import { receiverOf } from './receiver.ts'
import { dataOwners } from './whose-data.ts'

export interface ConsentFactsProps {
  consent: ConsentView
  /** Public id; undefined for the person of this page. */
  person: string | undefined
  onPerson: (id: string) => void
}

export function ConsentFacts({ consent, person, onPerson }: ConsentFactsProps) {
  const { t } = useTranslation('connect')
  const id = useId()
  const own = useApp((state) => state.info?.profile.name ?? '')
  const read = useLoaded('data-owners', async () => {
    const [people, shares] = await Promise.all([client.people.list(), client.people.shares.list()])
    return dataOwners(people, shares.received)
  }, ['people-changed'])
  // Without the list there is no choice to make: the hub takes the person of this page.
  // The token of the polling login is the person's own; the hub gives it for nobody else.
  const owners = consent.kind === 'login' ? [] : (read.value ?? [])
  const self = owners.find((owner) => owner.isSelf)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2 text-sm">
      <dt className="text-ink-3">{t('consent.answerTo')}</dt>
      <dd className="break-all font-medium">
        {t(`consent.receiver.${receiverOf(consent)}`, { host: consent.redirectHost })}
      </dd>
      {consent.kind === 'login' && (
        <>
          <dt className="text-ink-3">{t('consent.how')}</dt>
          <dd>{t('consent.login')}</dd>
        </>
      )}
      <dt className="text-ink-3">
        {owners.length > 1 ? <label htmlFor={id}>{t('consent.whose')}</label> : t('consent.whose')}
      </dt>
      <dd>
        {owners.length > 1 ? (
          <Select
            id={id}
            label={t('consent.whose')}
            className="max-w-64"
            value={person ?? self?.id ?? ''}
            options={owners.map((owner) => ({
              value: owner.id,
              label: owner.isSelf ? t('consent.yours', { name: owner.name }) : owner.name,
            }))}
            onChange={onPerson}
          />
        ) : (
          t('consent.yours', { name: own })
        )}
      </dd>
    </dl>
  )
}
