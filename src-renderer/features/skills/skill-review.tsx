/** What has to be looked at before a skill is used, and the button that says it was. */
import { ShieldQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SkillView } from '../../../src-main/api/contract/skills.ts'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

export function SkillReview(props: {
  readonly skill: SkillView
  readonly seen: ReadonlySet<string>
  /** Shows the first file that was not looked at. */
  readonly onNext: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation('skills')
  const { skill, seen } = props
  const left = skill.files.filter(({ path }) => !seen.has(path)).length
  const scripts = skill.files.filter(({ kind }) => kind === 'script').length
  const approve = useAction(async () => {
    await client.skills.approve({ id: skill.id, hash: skill.hash })
    await client.skills.setEnabled({ id: skill.id, enabled: true })
    props.onDone()
  })
  return (
    <section aria-label={t('review.title')} className="flex flex-col gap-3 rounded-lg bg-amber-soft px-4 py-3.5">
      <div className="flex gap-2.5">
        <ShieldQuestion className="mt-0.5 size-[18px] shrink-0 text-amber" strokeWidth={1.6} aria-hidden />
        <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
          <h2 className="font-semibold">{t(skill.review === 'changed' ? 'review.changed' : 'review.title')}</h2>
          <p className="max-w-[680px]">
            {t('review.text')} {scripts > 0 && t('review.scripts', { count: scripts })}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {left > 0 && <Button onClick={props.onNext}>{t('review.next')}</Button>}
        <Button
          variant={left === 0 ? 'primary' : 'secondary'}
          disabled={left > 0}
          busy={approve.isBusy}
          onClick={() => void approve.run()}
        >
          {t('review.enable')}
        </Button>
        <span role="status" className="text-sm">
          {t('review.progress', { seen: skill.files.length - left, count: skill.files.length })}
        </span>
      </div>
      {approve.error !== null && <ErrorState title={t('review.failed')} error={approve.error} isReasonShown />}
    </section>
  )
}
