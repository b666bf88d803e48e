/** Being reached from elsewhere: what that means, how it is set up, and a check that names the step that fails. */
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../rpc/client.ts'
import { client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { CopyValue } from './copy-value.tsx'

type Reachability = Awaited<ReturnType<Client['connect']['reachability']>>

export function RemoteAccess() {
  const { t } = useTranslation('connect')
  const publicUrl = useApp((state) => state.info?.publicUrl ?? null)
  const mcpUrl = useApp((state) => state.info?.mcpUrl ?? '')
  return (
    <Panel
      title={t('remote.title')}
      about={<Chip>{publicUrl === null ? t('remote.off') : t('remote.on')}</Chip>}
      padded
    >
      <div className="flex flex-col gap-4">
        <p className="max-w-[680px] text-ink-2 text-sm">{t('remote.text')}</p>
        <div className="flex max-w-[680px] gap-2 rounded-md bg-amber-soft px-3 py-2 text-amber text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} aria-hidden />
          <p>{t('remote.warning')}</p>
        </div>
        {publicUrl === null ? (
          <ol className="flex max-w-[680px] flex-col gap-3 text-sm">
            <Step number={1}>
              <p>{t('remote.step1')}</p>
              <CopyValue labelHidden label={t('remote.target')} shown={originOf(mcpUrl)} />
            </Step>
            <Step number={2}>
              <p>{t('remote.step2')}</p>
              <CopyValue labelHidden label={t('remote.line')} shown="MCP_PUBLIC_URL: https://hub.example.org" />
            </Step>
            <Step number={3}>
              <p>{t('remote.step3')}</p>
            </Step>
          </ol>
        ) : (
          <>
            <CopyValue label={t('remote.address')} shown={publicUrl} />
            <ReachabilityCheck />
          </>
        )}
      </div>
    </Panel>
  )
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

function Step({ number, children }: { number: number; children: React.ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken font-medium text-ink-2 text-xs"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2 pt-0.5">{children}</div>
    </li>
  )
}

/** Every step that the check knows, in order; after a failure the rest was not tried. */
const steps = ['address', 'name', 'connect', 'certificate', 'answer', 'identity'] as const

function ReachabilityCheck() {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const [result, setResult] = useState<Reachability | null>(null)
  const { run, cancel, isBusy, error } = useAction(async (signal) => {
    setResult(null)
    const found = await client.connect.reachability(undefined, { signal })
    if (!signal.aborted) setResult(found)
  })
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <div className="flex flex-wrap items-center gap-3">
        {isBusy ? (
          <Button onClick={cancel}>{common('cancel')}</Button>
        ) : (
          <Button onClick={() => void run()}>{t(result ? 'remote.checkAgain' : 'remote.check')}</Button>
        )}
        <p className="min-w-0 flex-1 basis-64 text-ink-3 text-xs">{t('remote.checkText')}</p>
      </div>
      {isBusy && <Progress value={null} label={t('remote.checking')} />}
      {error !== null && <ErrorState title={t('remote.checkFailed')} error={error} />}
      {result && (
        <div className="rounded-lg border border-line">
          <ul>
            {steps.map((step) => (
              <CheckedStep key={step} name={t(`step.${step}`)} found={result.steps.find((one) => one.step === step)} />
            ))}
          </ul>
          <p className="border-line border-t px-3.5 py-2.5 text-sm">
            {result.ok ? t('remote.reachable') : result.hint || t('remote.unreachable')}
          </p>
        </div>
      )}
    </div>
  )
}

function CheckedStep({ name, found }: { name: string; found: Reachability['steps'][number] | undefined }) {
  const { t } = useTranslation('connect')
  const Icon = found ? (found.ok ? CircleCheck : CircleX) : CircleMinus
  const words = found ? (found.ok ? t('step.ok') : t('step.failed')) : t('step.notTried')
  return (
    <li className="flex items-start gap-2.5 border-line border-t px-3.5 py-2 text-sm first:border-0">
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${found ? (found.ok ? 'text-green' : 'text-red') : 'text-ink-3'}`}
        strokeWidth={1.6}
        aria-hidden
      />
      <span className="w-44 shrink-0">
        {name}
        <span className="sr-only">: {words}</span>
      </span>
      <span className="min-w-0 flex-1 break-words text-ink-2">{found?.detail || words}</span>
    </li>
  )
}
