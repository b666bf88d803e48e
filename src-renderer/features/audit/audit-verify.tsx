/** Walks the log's hash chain and says what it found. */
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Progress } from '../../ui/progress.tsx'

type Verdict =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'done'; readonly ok: boolean; readonly rows: number; readonly brokenAt: number | null }

export function AuditVerify() {
  const { t } = useTranslation('audit')
  const [isOpen, setOpen] = useState(false)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const verify = async () => {
    if (verdict?.kind === 'running') return
    setVerdict({ kind: 'running' })
    try {
      setVerdict({ kind: 'done', ...(await client.audit.verify()) })
    } catch (error) {
      setVerdict({ kind: 'failed', error })
    }
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (open) void verify()
      }}
      align="end"
      label={t('verify')}
      className="w-80 p-3.5"
      trigger={<Button icon={ShieldQuestion}>{t('verify')}</Button>}
    >
      <div role="status" className="flex flex-col gap-2 text-sm">
        {verdict && <VerdictWords verdict={verdict} />}
        <p className="text-ink-3 text-xs">{t('verifyText')}</p>
      </div>
    </Popover>
  )
}

function VerdictWords({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  if (verdict.kind === 'running') {
    return (
      <>
        <p>{t('verifying')}</p>
        <Progress value={null} label={t('verifying')} />
      </>
    )
  }
  if (verdict.kind === 'failed') {
    const words = errorWords(verdict.error)
    return (
      <p className="flex gap-2">
        <ShieldAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
        {t('verifyFailed')} {words.hint ?? words.message}
      </p>
    )
  }
  const rows = { count: verdict.rows, formatted: format.number(verdict.rows, 0) }
  return verdict.ok ? (
    <p className="flex gap-2">
      <ShieldCheck className="mt-0.5 size-4 shrink-0 text-green" strokeWidth={1.6} aria-hidden />
      {verdict.rows === 0 ? t('verifiedNone') : t('verified', rows)}
    </p>
  ) : (
    <p className="flex gap-2">
      <ShieldAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
      {verdict.brokenAt === null ? t('brokenSomewhere') : t('broken', { row: format.number(verdict.brokenAt, 0) })}
    </p>
  )
}
