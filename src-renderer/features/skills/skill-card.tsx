/** One skill on the page: what it is for, when it is used, its state and its switch. */
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { SkillView } from '../../../src-main/api/contract/skills.ts'
import { Chip } from '../../ui/chip.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Switch } from '../../ui/switch.tsx'
import { spelledOut } from '../servers/marked-text.ts'
import { markOf, whenUsed } from './skill-state.ts'

const dots = { broken: 'failed', changed: 'attention', new: 'attention', on: 'busy', off: 'off' } as const

export function SkillCard(props: {
  readonly skill: SkillView
  readonly onSwitch: (skill: SkillView, enabled: boolean) => void
}) {
  const { t } = useTranslation('skills')
  const { skill } = props
  const mark = markOf(skill)
  const parts = whenUsed(skill.description)
  const scripts = skill.files.filter(({ kind }) => kind === 'script').length
  const href = `/skills/${encodeURIComponent(skill.id)}`
  return (
    <li className="relative flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3.5 hover:border-line-strong">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-semibold text-sm [overflow-wrap:anywhere]">
          {/* The whole card leads there; its switch lies above that. */}
          <Link href={href} className="text-ink no-underline after:absolute after:inset-0 after:rounded-lg">
            {spelledOut(skill.name)}
          </Link>
        </h3>
        {(mark === 'on' || mark === 'off') && (
          <Switch
            className="z-10 mt-0.5"
            label={t('switch', { name: skill.name })}
            checked={skill.enabled}
            onChange={(enabled) => props.onSwitch(skill, enabled)}
          />
        )}
      </div>
      {mark === 'broken' ? (
        <p className="flex gap-1.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">{skill.error}</span>
        </p>
      ) : (
        <div className="flex flex-col gap-1 text-sm">
          <p className="line-clamp-3 text-ink-2">{spelledOut(parts?.what ?? skill.description)}</p>
          {parts && <p className="line-clamp-3 text-ink-3">{spelledOut(parts.when)}</p>}
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-1.5 pt-1">
        <StatusDot state={dots[mark]}>
          <span className="text-xs">{t(`mark.${mark}`)}</span>
        </StatusDot>
        <span className="flex-1" />
        {scripts > 0 && <Chip tone="amber">{t('scripts', { count: scripts })}</Chip>}
        <Chip>{t(`origin.${skill.origin}`)}</Chip>
      </div>
    </li>
  )
}
