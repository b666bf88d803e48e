/** The three kinds with a choice each. */
import { useTranslation } from 'react-i18next'
import type { ShareLevelsView } from '../../../src-main/api/contract/people.ts'
import { Chip } from '../../ui/chip.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { isWithoutEffect, type ShareKind, shareKinds } from './share-kinds.ts'

export interface ShareRowsProps {
  /** Who may read. */
  viewer: string
  levels: ShareLevelsView
  /** Kinds that the viewer asks for now. */
  asked?: readonly ShareKind[]
  onChange: (levels: ShareLevelsView) => void
}

export function ShareRows({ viewer, levels, asked = [], onChange }: ShareRowsProps) {
  const { t } = useTranslation('people')
  return (
    <ul className="flex flex-col gap-0.5">
      {shareKinds.map((kind) => (
        <li key={kind} className="flex min-h-9 items-center gap-2 text-sm">
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-1.5">
              {t(kind)}
              {asked.includes(kind) && <Chip tone="accent">{t('askedMark')}</Chip>}
            </span>
            {isWithoutEffect(levels, kind) && <span className="block text-amber text-xs">{t('needsChat')}</span>}
          </span>
          <Segmented
            label={t('levelFor', { kind: t(kind), name: viewer })}
            value={levels[kind]}
            options={[
              { value: 'none', label: t('none') },
              { value: 'read', label: t('read') },
            ]}
            onChange={(level) => onChange({ ...levels, [kind]: level })}
          />
        </li>
      ))}
    </ul>
  )
}
