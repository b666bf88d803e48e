/** Settings: who is on this computer, and what each lets the others read. */
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { PersonView } from '../../../src-main/api/contract/people.ts'
import { useHasSeveralPeople, usePeople } from '../../stores/people.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { Avatar } from './avatar.tsx'
import { RemovePersonDialog } from './remove-person-dialog.tsx'
import { shareKinds } from './share-kinds.ts'
import { SharingPanel } from './sharing-panel.tsx'
import { useSwitchPerson } from './use-switch-person.tsx'

/** What the hub calls the first person of a computer whose account has no name of a person. */
const unnamed = 'Me'

const explained = { chat: 'chatText', health: 'healthText', genetics: 'geneticsText' } as const

export function PeopleSection({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('people')
  const { people, given, received, error, load } = usePeople()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PersonView | null>(null)
  const { switchTo, dialog } = useSwitchPerson()
  const others = people?.filter((person) => !person.isSelf) ?? []
  // A question that waits comes first.
  const asks = (person: PersonView) => Number(given.some((share) => share.person.id === person.id && share.asked))
  const ordered = [...others].sort((a, b) => asks(b) - asks(a))
  return (
    <>
      <Panel
        title={t('list')}
        actions={
          <Button size="sm" icon={UserPlus} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
      >
        <p className="px-3.5 pb-3 text-ink-2 text-sm">{t('listText')}</p>
        {error !== null && (
          <div className="px-3.5 pb-3.5">
            <ErrorState title={t(people ? 'sharesFailed' : 'listFailed')} error={error} onRetry={() => void load()} />
          </div>
        )}
        {people === null && error === null && (
          <div className="flex flex-col gap-2.5 px-3.5 pb-4">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </div>
        )}
        <ul>
          {people?.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              onSwitch={() => switchTo(person)}
              onRemove={() => setRemoving(person)}
            />
          ))}
        </ul>
        {people && people.length > 1 && (
          <p className="border-line border-t px-3.5 py-2 text-ink-3 text-xs">{t('unremovable')}</p>
        )}
      </Panel>
      {people?.length === 1 && (
        <div className="rounded-lg border border-line border-dashed">
          <EmptyState icon={Users} title={t('onlyYou')}>
            {t('onlyYouText')}
          </EmptyState>
        </div>
      )}
      {ordered.map((person) => (
        <SharingPanel
          key={person.id}
          person={person}
          given={given.find((share) => share.person.id === person.id)}
          received={received.find((share) => share.person.id === person.id)}
          timeZone={timeZone}
        />
      ))}
      {others.length > 0 && (
        <Panel title={t('levels')} padded>
          <p className="text-ink-2 text-sm">{t('levelsText')}</p>
          <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-sm">
            {shareKinds.map((kind) => (
              <div key={kind} className="contents">
                <dt className="font-medium">{t(kind)}</dt>
                <dd className="text-ink-2">{t(explained[kind])}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
      {isAdding && <AddPersonDialog onClose={() => setAdding(false)} />}
      {removing && <RemovePersonDialog person={removing} onClose={() => setRemoving(null)} />}
      {dialog}
    </>
  )
}

interface PersonRowProps {
  person: PersonView
  onSwitch: () => void
  onRemove: () => void
}

function PersonRow({ person, onSwitch, onRemove }: PersonRowProps) {
  const { t } = useTranslation('people')
  const { name, isSelf, isDefault } = person
  const hasOthers = useHasSeveralPeople()
  return (
    <li className="flex min-h-13 items-center gap-3 border-line border-t px-3.5 py-2">
      <Avatar name={name} isQuiet={!isSelf} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <span className="truncate">{name}</span>
          {isSelf && hasOthers && <Chip tone="accent">{t('you')}</Chip>}
          {isDefault && hasOthers && <Chip>{t('first')}</Chip>}
        </p>
        <p className="text-ink-3 text-xs">{t(person.hasRecords ? 'withRecords' : 'withoutRecords')}</p>
        {isSelf && hasOthers && name === unnamed && (
          <Link href="/settings/person" className="text-accent text-xs hover:underline">
            {t('nameless', { name })}
          </Link>
        )}
      </div>
      {!isSelf && (
        <Button size="sm" onClick={onSwitch}>
          {t('switchTo', { name })}
        </Button>
      )}
      {!isSelf && !isDefault && (
        <Button size="sm" variant="ghost" aria-label={t('removePerson', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      )}
    </li>
  )
}
