/** You and one other person: what they may read of yours, what you may read of theirs, and questions that wait. */
import { useTranslation } from 'react-i18next'
import type { PersonView, ShareView } from '../../../src-main/api/contract/people.ts'
import { Panel } from '../../ui/page.tsx'
import { GivenShare } from './given-share.tsx'
import { ReceivedShare } from './received-share.tsx'
import { nothingShared } from './share-kinds.ts'

export interface SharingPanelProps {
  person: PersonView
  given: ShareView | undefined
  received: ShareView | undefined
  timeZone: string
}

export function SharingPanel({ person, given, received, timeZone }: SharingPanelProps) {
  const { t } = useTranslation('people')
  const none: ShareView = { person, granted: nothingShared, asked: null, askedAt: null }
  return (
    <Panel title={t('sharingWith', { name: person.name })}>
      <div className="grid grid-cols-1 border-line border-t @xl:grid-cols-2">
        <GivenShare
          // A question that comes or is answered begins a new form.
          key={given?.askedAt ?? ''}
          share={given ?? none}
          timeZone={timeZone}
        />
        <ReceivedShare share={received ?? none} timeZone={timeZone} />
      </div>
    </Panel>
  )
}
