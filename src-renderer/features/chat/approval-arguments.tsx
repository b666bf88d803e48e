/** Every argument of a call in full: nothing is cut, and what cannot be seen is named in its place. */
import { useTranslation } from 'react-i18next'
import { ReadableText } from '../server/readable-text.tsx'
import { spelledOut } from '../servers/marked-text.ts'
import { isJson } from '../tools/schema-parameters.ts'
import { ScrollGroup } from './scroll-group.tsx'

/** What is short reads better in one line. */
function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  const line = JSON.stringify(value) ?? ''
  return line.length <= 80 ? line : JSON.stringify(value, null, 2)
}

export interface ApprovalArgumentsProps {
  args: unknown
  /** Names of arguments that are shown elsewhere on the card. */
  without?: readonly string[]
}

export function ApprovalArguments({ args, without = [] }: ApprovalArgumentsProps) {
  const { t } = useTranslation('thread')
  const all = isJson(args) ? Object.entries(args) : args === undefined || args === null ? [] : [['', args] as const]
  const entries = all.filter(([name]) => !without.includes(name))
  if (entries.length === 0) {
    return without.length > 0 ? null : <p className="text-ink-2">{t('approval.noArguments')}</p>
  }
  return (
    <ScrollGroup
      label={t('approval.arguments')}
      className="max-h-56 overflow-auto rounded-md border border-line bg-sunken px-3 py-2"
    >
      <dl className="grid grid-cols-[minmax(72px,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="break-words text-ink-3 leading-[1.65]">{spelledOut(name)}</dt>
            <dd className="m-0 min-w-0 leading-[1.65]">
              <ReadableText text={argumentText(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </ScrollGroup>
  )
}
