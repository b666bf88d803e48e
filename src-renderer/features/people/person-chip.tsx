/** Whose data a page shows; says nothing where there is only one person. */
import { User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../stores/app.ts'
import { useHasSeveralPeople } from '../../stores/people.ts'
import { Chip } from '../../ui/chip.tsx'

export function PersonChip() {
  const { t } = useTranslation('people')
  const name = useApp((state) => state.info?.profile.name)
  const hasSeveral = useHasSeveralPeople()
  if (!hasSeveral || !name) return null
  return (
    <Chip icon={User}>
      <span className="sr-only">{t('dataOf')} </span>
      {name}
    </Chip>
  )
}
