/** Beside a command that waits: which programs are in it, what is easily overlooked, where it runs and how it is kept in. */
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TextWithMarks } from '../servers/text-with-marks.tsx'

const known = [
  'substitution',
  'redirect',
  'network',
  'removes',
  'privileges',
  'runs_text',
  'background',
  'outside',
  'hidden',
  'several_lines',
  'unreadable',
] as const

/** Names of arguments that this shows, for whoever lists the rest. */
export const commandFacts = ['command', 'folder', 'sandbox', 'programs', 'notes'] as const

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export function CommandFacts({ args }: { args: unknown }) {
  const { t } = useTranslation('thread')
  const field = (name: string): unknown =>
    typeof args === 'object' && args !== null ? Reflect.get(args, name) : undefined
  const programs = [...new Set(texts(field('programs')))]
  const found = texts(field('notes'))
  const notes = known.filter((code) => found.includes(code))
  const folder = field('folder')
  const sandbox = field('sandbox')
  return (
    <>
      {notes.length > 0 && (
        <ul className="m-0 flex list-none flex-col gap-1 p-0">
          {notes.map((code) => (
            <li key={code} className="flex items-start gap-2">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-amber" strokeWidth={1.6} aria-hidden />
              <span className="min-w-0">{t(`command.note.${code}`)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        {programs.length > 0 && (
          <>
            <dt className="text-ink-3">{t('command.programs')}</dt>
            <dd className="m-0 break-words font-mono text-xs leading-[1.65]">
              <TextWithMarks text={programs.join(', ')} />
            </dd>
          </>
        )}
        {typeof folder === 'string' && (
          <>
            <dt className="text-ink-3">{t('command.folder')}</dt>
            <dd className="m-0 break-all font-mono text-xs leading-[1.65]">
              <TextWithMarks text={folder} />
            </dd>
          </>
        )}
        {typeof sandbox === 'string' && (
          <>
            <dt className="text-ink-3">{t('command.reach')}</dt>
            <dd className="m-0">{t(sandbox === 'none' ? 'command.open' : 'command.kept')}</dd>
          </>
        )}
      </dl>
    </>
  )
}
