/** The person at the foot of the rail: who this window is for, and the way to another. */
import { Settings, UserPlus, Users } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useApp } from '../../stores/app.ts'
import { useHasSeveralPeople, usePeople } from '../../stores/people.ts'
import { cx } from '../../ui/class-names.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { Avatar } from './avatar.tsx'
import { useSwitchPerson } from './use-switch-person.tsx'

/** The whole strip is the button; with several people their name stands under the letter, so that no one has to guess. */
function PersonButton({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  const { t } = useTranslation('people')
  const hasSeveral = useHasSeveralPeople()
  return (
    <Tooltip label={name} side="right">
      <button
        type="button"
        {...rest}
        className={cx(
          'flex w-12 flex-col items-center justify-center rounded-md hover:bg-hover data-[state=open]:bg-hover',
          'min-[1600px]:h-10 min-[1600px]:w-full min-[1600px]:flex-row min-[1600px]:justify-start min-[1600px]:gap-2.5 min-[1600px]:px-1.5',
          hasSeveral ? 'gap-0.5 py-1.5' : 'h-10',
        )}
      >
        <Avatar name={name} />
        <span className="sr-only">{t('menu')} </span>
        <span
          className={cx(
            'max-w-full truncate px-0.5 text-xs min-[1600px]:not-sr-only min-[1600px]:text-sm',
            hasSeveral ? 'text-ink-2' : 'sr-only',
          )}
        >
          {name}
        </span>
      </button>
    </Tooltip>
  )
}

export function PersonMenu() {
  const { t } = useTranslation('people')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const name = useApp((state) => state.info?.profile.name ?? '')
  const people = usePeople((state) => state.people)
  const [isAdding, setAdding] = useState(false)
  const { switchTo, dialog } = useSwitchPerson()
  const entries: MenuEntry[] = [
    { heading: t('menuHeading') },
    ...(people ?? []).map((person) => ({
      id: person.id,
      label: person.name,
      lead: <Avatar name={person.name} isQuiet={!person.isSelf} />,
      isOn: person.isSelf,
      onSelect: () => {
        if (!person.isSelf) switchTo(person)
      },
    })),
    'separator',
    { label: t('add'), icon: UserPlus, onSelect: () => setAdding(true) },
    { label: t('title'), icon: Users, onSelect: () => navigate('/settings/people') },
    { label: common('settings'), icon: Settings, onSelect: () => navigate('/settings') },
  ]
  return (
    <>
      <Menu side="right" trigger={<PersonButton name={name} />} items={entries} />
      {isAdding && <AddPersonDialog onClose={() => setAdding(false)} />}
      {dialog}
    </>
  )
}
