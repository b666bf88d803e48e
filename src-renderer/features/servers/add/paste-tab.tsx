/** Settings of any client, pasted: what Mirohub makes of them is shown while one types. Nothing starts by it. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proposal } from '../../../../src-main/api/contract/servers.ts'
import { client } from '../../../rpc/client.ts'
import { errorWords } from '../../../rpc/error-words.ts'
import { Field, Textarea } from '../../../ui/input.tsx'
import { spelledOut } from '../marked-text.ts'
import type { ReadProposals } from './read-proposals.ts'
import { TabFrame } from './tab-frame.tsx'

export interface PasteTabProps {
  text: string
  onChange: (text: string) => void
  isBusy: boolean
  onRead: ReadProposals
  children: ReactNode
}

/** Typing settles before the hub is asked. */
const settleMs = 300

interface Preview {
  /** What it was made of. */
  readonly text: string
  readonly proposals: readonly Proposal[] | null
  readonly error: unknown
}

function usePreview(text: string): Preview {
  const [preview, setPreview] = useState<Preview>({ text: '', proposals: null, error: null })
  useEffect(() => {
    if (text.trim() === '') {
      setPreview({ text, proposals: null, error: null })
      return
    }
    const control = new AbortController()
    const show = (patch: Omit<Preview, 'text'>) => !control.signal.aborted && setPreview({ text, ...patch })
    const timer = setTimeout(() => {
      client.servers.propose({ kind: 'paste', text }, { signal: control.signal }).then(
        (proposals) => show({ proposals, error: null }),
        (error: unknown) => show({ proposals: null, error }),
      )
    }, settleMs)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text])
  return preview
}

export function PasteTab({ text, onChange, isBusy, onRead, children }: PasteTabProps) {
  const { t } = useTranslation('servers')
  const preview = usePreview(text)
  const isFresh = preview.text === text
  const count = preview.proposals?.length ?? 0
  return (
    <TabFrame
      canGoOn={isFresh && count > 0}
      isBusy={isBusy}
      label={count > 1 ? t('add.reviewCount', { count }) : undefined}
      onGoOn={() => onRead(() => client.servers.propose({ kind: 'paste', text }))}
      error={children}
    >
      <Field label={t('paste.label')} hint={t('paste.hint')}>
        {({ id, describedBy }) => (
          <Textarea
            id={id}
            aria-describedby={describedBy}
            className="h-40 resize-y font-mono text-xs leading-[1.65]"
            spellCheck={false}
            placeholder={'{ "mcpServers": { … } }'}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {/* As high as one line at least, so that the first answer moves nothing. */}
      <div aria-live="polite" className="min-h-[74px]">
        <PreviewView preview={preview} />
      </div>
    </TabFrame>
  )
}

function PreviewView({ preview }: { preview: Preview }) {
  const { t } = useTranslation('servers')
  if (preview.error !== null) {
    const { message, hint } = errorWords(preview.error)
    return (
      <div className="flex items-start gap-2 text-sm">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="font-medium">{t('paste.failed')}</p>
          <p>{message}</p>
          {hint !== null && <p className="text-ink-2">{hint}</p>}
        </div>
      </div>
    )
  }
  if (preview.proposals === null) return <p className="text-ink-3 text-sm">{t('paste.nothing')}</p>
  if (preview.proposals.length === 0) return <p className="text-ink-2 text-sm">{t('paste.none')}</p>
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-3 text-xs">{t('paste.found', { count: preview.proposals.length })}</p>
      <ul className="overflow-hidden rounded-md border border-line">
        {preview.proposals.map(({ key, name, review, problem }) => (
          <li key={key} className="flex items-baseline gap-3 border-line border-t px-3 py-1.5 text-sm first:border-t-0">
            <span className="max-w-2/5 shrink-0 truncate font-medium">{spelledOut(name)}</span>
            {problem === null ? (
              <span className="min-w-0 flex-1 truncate font-mono text-ink-3 text-xs">
                {spelledOut(
                  review.target.kind === 'stdio'
                    ? [review.target.command, ...review.target.args].join(' ')
                    : review.target.url,
                )}
              </span>
            ) : (
              <span className="min-w-0 flex-1 text-amber [overflow-wrap:anywhere]">{problem}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
