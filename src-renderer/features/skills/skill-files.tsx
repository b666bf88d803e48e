/** The files of a skill: each can be read as it is, and each shows whether it was looked at. */
import { Check, Code2, FileText as FileIcon, FileQuestion, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SkillView } from '../../../src-main/api/contract/skills.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Markdown } from '../chat/markdown.tsx'
import { spelledOut } from '../servers/marked-text.ts'
import { FileText } from './file-text.tsx'

type SkillFile = SkillView['files'][number]

const icons = { instructions: ScrollText, script: Code2, text: FileIcon, binary: FileQuestion }

export function SkillFiles(props: {
  readonly skill: SkillView
  /** Paths that were looked at. */
  readonly seen: ReadonlySet<string>
  readonly selected: string | null
  readonly onSelect: (path: string) => void
  /** Marks are shown only where they lead to something. */
  readonly isReview: boolean
}) {
  const { t } = useTranslation('skills')
  const { skill, seen, selected, isReview } = props
  const format = useFormat()
  const file = skill.files.find(({ path }) => path === selected) ?? null
  return (
    <Panel title={t('files')} about={t('fileCount', { count: skill.files.length })}>
      <div className="flex flex-col border-line border-t @3xl:flex-row">
        <ul
          aria-label={t('files')}
          className="flex max-h-[640px] shrink-0 flex-col gap-px overflow-y-auto border-line p-1.5 @3xl:w-64 @3xl:border-r"
        >
          {skill.files.map((one) => {
            const Icon = icons[one.kind]
            return (
              <li key={one.path}>
                <button
                  type="button"
                  aria-current={one.path === selected ? 'true' : undefined}
                  onClick={() => props.onSelect(one.path)}
                  className={cx(
                    'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left',
                    one.path === selected ? 'bg-hover' : 'hover:bg-hover/60',
                  )}
                >
                  <Icon
                    className={cx('size-4 shrink-0', one.kind === 'script' ? 'text-amber' : 'text-ink-3')}
                    strokeWidth={1.6}
                    aria-hidden
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block font-mono text-xs [overflow-wrap:anywhere]">{spelledOut(one.path)}</span>
                    <span className={cx('block text-xs', one.kind === 'script' ? 'text-amber' : 'text-ink-2')}>
                      {t(`kind.${one.kind}`)} · {format.bytes(one.bytes)}
                    </span>
                  </span>
                  {isReview && seen.has(one.path) && (
                    <Check className="size-4 shrink-0 text-accent" strokeWidth={2} aria-label={t('review.seen')} />
                  )}
                </button>
              </li>
            )
          })}
        </ul>
        <div className="min-w-0 flex-1 border-line p-3.5 max-@3xl:border-t">
          {file === null ? (
            <p className="text-ink-2 text-sm">{t('file.choose')}</p>
          ) : (
            <FileView key={`${skill.hash}/${file.path}`} skill={skill} file={file} />
          )}
        </div>
      </div>
    </Panel>
  )
}

function FileView({ skill, file }: { readonly skill: SkillView; readonly file: SkillFile }) {
  const { t } = useTranslation('skills')
  const read = useLoaded(
    `${skill.id}/${file.path}/${skill.hash}`,
    (signal) => client.skills.file({ id: skill.id, path: file.path }, { signal }),
    [],
  )
  const isMarkdown = /\.(md|markdown)$/i.test(file.path)
  // What is agreed to is what is written, so that shows first while it is looked at.
  const [view, setView] = useState<'read' | 'raw'>(isMarkdown && skill.review === 'reviewed' ? 'read' : 'raw')
  if (read.error !== null) return <ErrorState title={t('file.failed')} error={read.error} onRetry={read.reload} />
  if (read.value === null) return <SkeletonLines lines={8} />
  const { text } = read.value
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">{spelledOut(file.path)}</h3>
        {isMarkdown && text !== null && (
          <Segmented
            label={t('file.view')}
            value={view}
            options={[
              { value: 'read', label: t('file.rendered') },
              { value: 'raw', label: t('file.raw') },
            ]}
            onChange={setView}
          />
        )}
      </div>
      {file.kind === 'script' && <p className="text-ink-2 text-sm">{t('file.script')}</p>}
      {text === null ? (
        <p className="text-ink-2 text-sm">{t('file.binary')}</p>
      ) : isMarkdown && view === 'read' ? (
        <Rendered text={text} />
      ) : (
        <FileText text={text} label={file.path} />
      )}
    </div>
  )
}

/** The frontmatter is for programs; what is left is the text that a person writes. */
function Rendered({ text }: { readonly text: string }) {
  const body = text.replace(/^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*\r?\n/, '')
  return (
    <div className="max-w-[760px]">
      <Markdown text={body} />
    </div>
  )
}
