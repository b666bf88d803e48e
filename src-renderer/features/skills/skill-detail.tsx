/** One skill, whole: what it is for, what it needs, every file, who may use it; and its review where it waits for one. */
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SkillView } from '../../../src-main/api/contract/skills.ts'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { spelledOut } from '../servers/marked-text.ts'
import { SkillAgents } from './skill-agents.tsx'
import { SkillFiles } from './skill-files.tsx'
import { SkillReview } from './skill-review.tsx'
import { markOf, whenUsed } from './skill-state.ts'

export function SkillDetail({ skill, onChanged }: { readonly skill: SkillView; readonly onChanged: () => void }) {
  const { t } = useTranslation('skills')
  const mark = markOf(skill)
  const isReview = mark === 'new' || mark === 'changed'
  const [opened, setOpened] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const first = skill.files.find(({ path }) => path === 'SKILL.md') ?? skill.files[0]
  const selected = skill.files.some(({ path }) => path === chosen) ? chosen : (first?.path ?? null)
  // Bound to the content: after a change all of it is unseen.
  const key = (path: string) => `${skill.hash}/${path}`
  const seen = useMemo(
    () =>
      new Set(
        skill.files
          .map(({ path }) => path)
          .filter((path) => path === selected || opened.includes(`${skill.hash}/${path}`)),
      ),
    [skill, selected, opened],
  )
  const select = (path: string) => {
    setOpened((before) => [...before, ...[selected, path].flatMap((one) => (one === null ? [] : [key(one)]))])
    setChosen(path)
  }
  const parts = whenUsed(skill.description)
  return (
    <>
      <div className="flex flex-col gap-2.5">
        {skill.error !== null && (
          <div role="alert" className="flex gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
            <TriangleAlert className="mt-0.5 size-[18px] shrink-0 text-red" strokeWidth={1.6} aria-hidden />
            <div className="min-w-0">
              <p className="font-medium">{t('broken')}</p>
              <p className="text-ink-2 [overflow-wrap:anywhere]">{skill.error}</p>
            </div>
          </div>
        )}
        <div className="flex flex-wrap gap-1.5">
          <Chip>{t(`origin.${skill.origin}`)}</Chip>
          {skill.author && <Chip>{t('by', { author: spelledOut(skill.author) })}</Chip>}
          {skill.license && <Chip>{spelledOut(skill.license)}</Chip>}
        </div>
        {skill.description && <p className="max-w-[760px]">{spelledOut(parts?.what ?? skill.description)}</p>}
        {parts && <p className="max-w-[760px] text-ink-2">{spelledOut(parts.when)}</p>}
        {skill.compatibility && (
          <p className="max-w-[760px] text-ink-2 text-sm">{t('needs', { what: spelledOut(skill.compatibility) })}</p>
        )}
      </div>
      {isReview && (
        <SkillReview
          key={skill.hash}
          skill={skill}
          seen={seen}
          onNext={() => {
            const next = skill.files.find(({ path }) => !seen.has(path))
            if (next) select(next.path)
          }}
          onDone={onChanged}
        />
      )}
      {skill.files.length > 0 && (
        <SkillFiles skill={skill} seen={seen} selected={selected} onSelect={select} isReview={isReview} />
      )}
      {mark !== 'broken' && <SkillAgents skill={skill} onChanged={onChanged} />}
      {skill.origin !== 'packaged' && <CodeBlock code={skill.dir} label={t('folder')} />}
    </>
  )
}
