/** The list of Settings' parts at the left of the page. */
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { usePeople } from '../../stores/people.ts'
import { cx } from '../../ui/class-names.ts'
import { askedBeyond } from '../people/share-kinds.ts'
import { type SettingsSection, sectionIcons, settingsSections } from './sections.ts'

export function SettingsList({ current }: { current: SettingsSection | null }) {
  const { t } = useTranslation('settings')
  const waiting = usePeople(
    (state) => state.given.filter((share) => askedBeyond(share.granted, share.asked).length > 0).length,
  )
  return (
    <nav
      aria-label={t('sections')}
      className="w-[196px] shrink-0 overflow-y-auto border-line border-r p-2.5 min-[900px]:w-[228px]"
    >
      <ul className="flex flex-col gap-0.5">
        {settingsSections.map((section) => {
          const Icon = sectionIcons[section]
          const isHere = section === current
          return (
            <li key={section}>
              <Link
                href={`/settings/${section}`}
                aria-current={isHere ? 'page' : undefined}
                className={cx(
                  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 text-sm transition-colors',
                  isHere ? 'bg-hover font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <Icon className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
                <span className="min-w-0 flex-1">{t(`section_${section}`)}</span>
                {section === 'people' && waiting > 0 && (
                  <span className="rounded-full bg-accent px-1.5 text-on-accent text-xs">
                    <span aria-hidden>{waiting}</span>
                    <span className="sr-only">{t('sectionWaiting', { count: waiting })}</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
