/** What was approved for longer than one call, and providers that may get chats. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { useConversations } from '../../stores/conversations.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { spelledOut } from '../servers/marked-text.ts'
import { AllowedList } from './allowed-list.tsx'

export function AgentGrants({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('models')
  const format = useFormat()
  const known = useConversations((state) => state.known)
  const read = useLoaded('grants', () => client.chat.grants(), ['waiting-changed', 'conversations-changed'])
  return (
    <AllowedList
      title={t('grants')}
      text={t('grantsText')}
      emptyText={t('grantsNone')}
      failedTitle={t('grantsFailed')}
      read={read}
      rows={(read.value ?? []).map((grant) => ({
        key: grant.id,
        name: grant.server === null ? grant.tool : `${spelledOut(grant.tool)} · ${spelledOut(grant.server)}`,
        facts: [
          grant.conversation === null
            ? t('grantEverywhere')
            : t('grantInChat', { title: known[grant.conversation]?.title ?? grant.conversation }),
          t('grantGiven', {
            from: format.instant(grant.grantedAt, timeZone),
            until: format.instant(grant.expiresAt, timeZone),
          }),
        ].join(' · '),
        revoke: () => client.chat.revokeGrant({ id: grant.id }),
      }))}
    />
  )
}

export function ProviderConsents({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('models')
  const format = useFormat()
  const read = useLoaded('consents', () => client.models.consents(), ['models-changed', 'waiting-changed'])
  return (
    <AllowedList
      title={t('consents')}
      emptyText={t('consentsNone')}
      failedTitle={t('consentsFailed')}
      read={read}
      rows={(read.value ?? []).map((consent) => ({
        key: `${consent.provider} ${consent.host} ${consent.way}`,
        name: `${consent.name} (${consent.host})`,
        facts: [
          t(consent.way === 'sends' ? 'consentSends' : 'consentFetches'),
          t('grantGiven', {
            from: format.instant(consent.grantedAt, timeZone),
            until: format.instant(consent.expiresAt, timeZone),
          }),
        ].join(' · '),
        revoke: () => client.models.revokeConsent({ provider: consent.provider, host: consent.host, way: consent.way }),
      }))}
    />
  )
}
