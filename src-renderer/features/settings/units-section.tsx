/** The unit that each quantity is answered in. */
import { useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../src-main/api/contract/app.ts'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type Quantity, quantities, unitChoices, writtenUnit } from './unit-choices.ts'
import { useSave } from './use-save.ts'

export function UnitsSection({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings')
  const save = useSave()
  const chosen = (quantity: Quantity): string => {
    const choices: readonly string[] = unitChoices[quantity]
    const wanted = profile.units[quantity]
    return wanted !== undefined && choices.includes(wanted) ? wanted : unitChoices[quantity][0]
  }
  return (
    <Panel title={t('units')} about={t('unitsHint')}>
      <ul className="grid grid-cols-1 gap-x-8 px-3.5 pb-3 @2xl:grid-cols-2">
        {quantities.map((quantity) => (
          <li key={quantity} className="flex min-h-10 items-center justify-between gap-3 text-sm">
            {t(`unit_${quantity}`)}
            <Segmented<string>
              label={t(`unit_${quantity}`)}
              value={chosen(quantity)}
              options={unitChoices[quantity].map((unit) => ({ value: unit, label: writtenUnit(unit) }))}
              onChange={(unit) => save({ units: { ...profile.units, [quantity]: unit } })}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
