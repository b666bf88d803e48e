/** Skills: what agents know how to do, what waits to be looked at, and one of them whole. */
import { GraduationCap, SearchX, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import type { SkillView } from '../../src-main/api/contract/skills.ts'
import { spelledOut } from '../features/servers/marked-text.ts'
import { InstallSkill } from '../features/skills/install-skill.tsx'
import { SkillCard } from '../features/skills/skill-card.tsx'
import { SkillDetail } from '../features/skills/skill-detail.tsx'
import { markOf, sortedSkills } from '../features/skills/skill-state.ts'
import { WriteYourOwnSkill } from '../features/skills/write-your-own.tsx'
import { client } from '../rpc/client.ts'
import { errorWords } from '../rpc/error-words.ts'
import { useLoaded } from '../stores/use-loaded.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'

export function SkillsPage() {
  const { t } = useTranslation('skills')
  const { t: common } = useTranslation()
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const read = useLoaded('skills', () => client.skills.list(), ['skills-changed'])
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({})
  useEffect(() => {
    document.title = `${t('title')} · ${common('appName')}`
  }, [t, common])
  // What was just read holds what was wished; until then the wish stands for it.
  useEffect(() => {
    if (read.value !== null) setWanted({})
  }, [read.value])
  const skills = read.value
    ? sortedSkills(read.value.skills).map((skill) => ({ ...skill, enabled: wanted[skill.id] ?? skill.enabled }))
    : null

  const turn = async (skill: SkillView, enabled: boolean) => {
    setWanted((before) => ({ ...before, [skill.id]: enabled }))
    try {
      await client.skills.setEnabled({ id: skill.id, enabled })
    } catch (error) {
      const words = errorWords(error)
      toast([t('switchFailed', { name: skill.name }), words.hint ?? words.message].join(' '), { tone: 'error' })
    }
    read.reload()
  }

  if (id !== undefined) {
    const skill = skills?.find((one) => one.id === decodeURIComponent(id)) ?? null
    if (skill !== null) return <OneSkill skill={skill} onSwitch={turn} onChanged={read.reload} />
    return (
      <Page title={t('title')} back={{ label: t('back'), onClick: () => navigate('/skills') }}>
        {read.error !== null && <ErrorState title={t('listFailed')} error={read.error} onRetry={read.reload} />}
        {skills === null && read.error === null && <Skeleton className="h-40" />}
        {skills !== null && (
          <EmptyState
            icon={SearchX}
            title={t('unknown', { name: decodeURIComponent(id) })}
            action={<Button onClick={() => navigate('/skills')}>{t('back')}</Button>}
          >
            {t('unknownHint')}
          </EmptyState>
        )}
      </Page>
    )
  }
  const on = skills?.filter((skill) => markOf(skill) === 'on').length ?? 0
  return (
    <Page
      title={t('title')}
      about={skills !== null && skills.length > 0 && <Chip>{t('count', { count: skills.length, on })}</Chip>}
    >
      <p className="max-w-[680px] text-ink-2">{t('intro')}</p>
      {read.error !== null && <ErrorState title={t('listFailed')} error={read.error} onRetry={read.reload} />}
      <InstallSkill onInstalled={(installed) => navigate(`/skills/${encodeURIComponent(installed)}`)} />
      {skills === null && read.error === null && <CardSkeleton />}
      {skills?.length === 0 && (
        <EmptyState icon={GraduationCap} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      )}
      {skills !== null && skills.length > 0 && (
        <section aria-labelledby="skills-all">
          <h2 id="skills-all" className="sr-only">
            {t('title')}
          </h2>
          <ul className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 @5xl:grid-cols-3">
            {skills.map((skill) => (
              <SkillCard key={skill.id} skill={skill} onSwitch={(one, enabled) => void turn(one, enabled)} />
            ))}
          </ul>
        </section>
      )}
      {read.value && <WriteYourOwnSkill dir={read.value.dir} />}
    </Page>
  )
}

function OneSkill(props: {
  readonly skill: SkillView
  readonly onSwitch: (skill: SkillView, enabled: boolean) => Promise<void>
  readonly onChanged: () => void
}) {
  const { t } = useTranslation('skills')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const { skill } = props
  const [isAsking, setAsking] = useState(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const mark = markOf(skill)
  const name = spelledOut(skill.name)
  const remove = async () => {
    try {
      await client.skills.remove({ id: skill.id })
    } catch (error) {
      const words = errorWords(error)
      toast([words.message, words.hint].filter(Boolean).join(' '), { tone: 'error' })
      return
    }
    toast(t('removed', { name }))
    if (isHere.current) navigate('/skills')
    props.onChanged()
  }
  return (
    <Page
      title={name}
      about={
        mark !== 'on' && mark !== 'off' && <Chip tone={mark === 'broken' ? 'red' : 'amber'}>{t(`mark.${mark}`)}</Chip>
      }
      back={{ label: t('back'), onClick: () => navigate('/skills') }}
      actions={
        <>
          {(mark === 'on' || mark === 'off') && (
            <span className="flex items-center gap-2 text-ink-2 text-sm">
              {skill.enabled ? t('on') : t('off')}
              <Switch
                label={t('switch', { name })}
                checked={skill.enabled}
                onChange={(enabled) => void props.onSwitch(skill, enabled)}
              />
            </span>
          )}
          {skill.origin === 'personal' && (
            <IconButton icon={Trash2} label={common('delete')} side="bottom" onClick={() => setAsking(true)} />
          )}
        </>
      }
    >
      <SkillDetail key={skill.id} skill={skill} onChanged={props.onChanged} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('removeTitle', { name })}
        description={t('removeText')}
        confirmLabel={common('delete')}
        onConfirm={remove}
      />
    </Page>
  )
}

function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 @5xl:grid-cols-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Skeleton key={card} className="h-36" />
      ))}
    </div>
  )
}
