/** Nights as bars: each part as long as its stage lasted, on one scale for all, with the clock times beside. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SleepNightView } from '../../../src-main/api/contract/health.ts'
import { clockTime } from '../../format/quantities.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'

const SHOWN = 14

const stages = [
  { id: 'deep', look: 'bg-accent' },
  { id: 'core', look: 'bg-accent/60' },
  { id: 'rem', look: 'bg-accent/30' },
  { id: 'asleep', look: 'bg-accent/60' },
  { id: 'awake', look: 'bg-line-strong' },
] as const
type Stage = (typeof stages)[number]['id']

/** Minutes of each part; sleep without stages is one part, and time in bed alone is none. */
export function nightParts(night: SleepNightView): { readonly stage: Stage; readonly minutes: number }[] {
  const staged = [night.deep, night.core, night.rem].some((minutes) => (minutes ?? 0) > 0)
  const minutes: Record<Stage, number | null> = {
    deep: night.deep,
    core: night.core,
    rem: night.rem,
    asleep: staged ? null : night.asleep,
    awake: night.awake,
  }
  return stages
    .map((stage) => ({ stage: stage.id, minutes: minutes[stage.id] ?? 0 }))
    .filter((part) => part.minutes > 0)
}

export function SleepNights(props: { readonly nights: readonly SleepNightView[] }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const sorted = [...props.nights].sort((a, b) => (a.start < b.start ? 1 : -1))
  const shown = all ? sorted.slice(0, 400) : sorted.slice(0, SHOWN)
  const longest = Math.max(1, ...sorted.map((night) => nightParts(night).reduce((sum, part) => sum + part.minutes, 0)))
  const used = stages.filter((stage) =>
    sorted.some((night) => nightParts(night).some((part) => part.stage === stage.id)),
  )
  if (sorted.length === 0) return null
  return (
    <Panel
      title={t('nights.title')}
      actions={
        sorted.length > SHOWN && (
          <Button variant="ghost" size="sm" onClick={() => setAll(!all)}>
            {all ? t('nights.fewer') : t('nights.all', { count: sorted.length })}
          </Button>
        )
      }
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-3.5 pb-2 text-ink-2 text-xs">
        {used.map((stage) => (
          <li key={stage.id} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[3px] ${stage.look}`} />
            {t(`stage.${stage.id}`)}
          </li>
        ))}
      </ul>
      <ul className="flex flex-col">
        {shown.map((night) => {
          const parts = nightParts(night)
          const sum = parts.reduce((total, part) => total + part.minutes, 0)
          return (
            <li
              key={`${night.start}/${night.source}`}
              className="grid grid-cols-[108px_1fr_auto] items-center gap-x-3 border-line border-t px-3.5 py-1.5 text-sm @2xl:grid-cols-[120px_110px_1fr_auto]"
            >
              <span>
                {format.date(night.date, 'weekday')}
                {!night.isMain && <span className="ml-1 text-ink-3 text-xs">{t('nights.nap')}</span>}
              </span>
              <span className="hidden text-ink-2 @2xl:inline">
                {clockTime(night.start)}–{clockTime(night.end)}
              </span>
              <span
                role="img"
                aria-label={
                  parts.map((part) => `${t(`stage.${part.stage}`)} ${format.duration(part.minutes)}`).join(', ') ||
                  t('nights.inBedOnly')
                }
                className="flex h-3.5 min-w-0 gap-px overflow-hidden rounded-[4px]"
                style={{ width: `${Math.max(1, (sum / longest) * 100)}%` }}
              >
                {parts.map((part) => (
                  <span
                    key={part.stage}
                    title={`${t(`stage.${part.stage}`)} ${format.duration(part.minutes)}`}
                    className={stages.find((stage) => stage.id === part.stage)?.look}
                    style={{ flexGrow: part.minutes, flexBasis: 0 }}
                  />
                ))}
              </span>
              <span className="min-w-[88px] text-right">
                {night.asleep !== null ? (
                  <span className="font-medium">{format.duration(night.asleep)}</span>
                ) : night.inBed !== null ? (
                  <span className="text-ink-2">{t('nights.inBed', { duration: format.duration(night.inBed) })}</span>
                ) : (
                  <span className="text-ink-3">{t('notRecorded')}</span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
