/** Starts the entry as the client would and tells how that went. */
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientAppId } from '../../../src-main/api/contract/connect.ts'
import type { Client } from '../../rpc/client.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Progress } from '../../ui/progress.tsx'

type Outcome = Awaited<ReturnType<Client['connect']['verify']>>

function failedWith(error: unknown): Outcome {
  const { message, hint } = errorWords(error)
  return { ok: false, tools: null, message, hint: hint ?? '' }
}

export function VerifyEntry({ id, name }: { id: ClientAppId; name: string }) {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const [found, setFound] = useState<Outcome | null>(null)
  const check = useAction(async (signal) => {
    setFound(null)
    const checked = await client.connect.verify({ client: id }, { signal })
    if (!signal.aborted) setFound(checked)
  })
  const outcome = check.error === null ? found : failedWith(check.error)
  return (
    <section className="rounded-lg border border-line p-3.5" aria-live="polite">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium text-sm">{t('verify.title')}</h3>
          <p className="text-ink-3 text-xs">{t('verify.text', { name })}</p>
        </div>
        {check.isBusy ? (
          <Button size="sm" onClick={check.cancel}>
            {common('cancel')}
          </Button>
        ) : (
          <Button size="sm" onClick={() => void check.run()}>
            {t(outcome ? 'verify.again' : 'verify.run')}
          </Button>
        )}
      </div>
      {check.isBusy && (
        <div className="mt-3 flex flex-col gap-1.5">
          <Progress value={null} label={t('verify.running')} />
          <p className="text-ink-2 text-xs">{t('verify.running')}</p>
        </div>
      )}
      {outcome?.ok && (
        <p className="mt-3 flex gap-2 border-line border-t pt-3 text-sm">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-green" strokeWidth={1.6} aria-hidden />
          <span>
            {outcome.tools ? t('verify.okTools', { count: outcome.tools }) : outcome.message}
            {outcome.hint && <span className="mt-0.5 block text-ink-2">{outcome.hint}</span>}
          </span>
        </p>
      )}
      {outcome && !outcome.ok && (
        <div className="mt-3 flex gap-2 border-line border-t pt-3 text-sm">
          <CircleX className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="break-words">{outcome.message}</p>
            {outcome.hint && <p className="mt-0.5 break-words text-ink-2">{outcome.hint}</p>}
          </div>
          <CopyButton text={`${outcome.message} ${outcome.hint}`.trim()} size="sm" />
        </div>
      )}
    </section>
  )
}
