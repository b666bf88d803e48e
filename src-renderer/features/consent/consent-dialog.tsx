/** An app asks to be let in: who it says it is, where the answer goes, what it wants. Nothing is allowed by accident. */
import { Laptop, Timer } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsentView, ScopeName } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { ScopeSwitches } from '../connect/scope-switches.tsx'
import { firstChoice } from '../connect/scope-words.ts'
import { timeLeft } from '../connect/time-ago.ts'
import { useNow } from '../connect/use-now.ts'
import { ConsentFacts } from './consent-facts.tsx'
import { usePendingConsents } from './pending-consents.ts'
import { receiverOf } from './receiver.ts'
import { useSettled } from './use-settled.ts'

export interface ConsentDialogProps {
  consent: ConsentView
  /** How many others wait behind this one. */
  waiting: number
}

export function ConsentDialog({ consent, waiting }: ConsentDialogProps) {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const { putOff, forget, load } = usePendingConsents()
  const deny = useRef<HTMLButtonElement>(null)
  const left = timeLeft(consent.expiresAt, useNow(1_000))
  const isSettled = useSettled()
  const [person, setPerson] = useState<string | undefined>(undefined)
  const [scopes, setScopes] = useState<readonly ScopeName[]>(() =>
    consent.kind === 'login' ? consent.scopes : firstChoice(consent.scopes),
  )
  const [busy, setBusy] = useState<'allow' | 'deny' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [wasEnter, setWasEnter] = useState(false)
  const { name } = consent.client
  // The polling login hands out an access token, whose scopes are fixed: there is nothing to narrow.
  const isLogin = consent.kind === 'login'

  const decide = async (allow: boolean) => {
    setBusy(allow ? 'allow' : 'deny')
    setError(null)
    try {
      const { decided } = await client.consents.decide({
        id: consent.id,
        allow,
        ...(allow ? { scopes: [...scopes], ...(person === undefined ? {} : { person }) } : {}),
      })
      const allowed = isLogin ? 'consent.allowedLogin' : 'consent.allowed'
      toast(t(!decided ? 'consent.tooLate' : allow ? allowed : 'consent.denied', { name }))
      forget(consent.id)
      void load()
    } catch (failure) {
      setError(failure)
      setBusy(null)
    }
  }
  /** A click by keyboard has no count; such a press soon after the question appeared was meant for what lay under it. */
  const onDeny = (event: MouseEvent) => {
    if (isSettled || event.detail > 0) void decide(false)
  }
  const onAllowKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setWasEnter(true)
  }

  if (left === null) {
    return (
      <Dialog
        open
        isAlert
        onOpenChange={() => forget(consent.id)}
        title={t('consent.endedTitle', { name })}
        description={t('consent.endedText')}
        width="sm"
        footer={<Button onClick={() => forget(consent.id)}>{common('close')}</Button>}
      />
    )
  }
  return (
    <Dialog
      open
      isAlert
      onOpenChange={(open) => !open && busy === null && putOff(consent.id)}
      title={t('consent.title', { name })}
      description={t(`consent.known.${consent.client.kind}`, { host: consent.client.documentHost ?? '' })}
      initialFocus={deny}
      footer={
        <>
          <span className="mr-auto flex min-w-0 flex-col text-ink-3 text-xs">
            {wasEnter ? (
              <span role="alert" className="text-ink">
                {t('consent.noEnter')}
              </span>
            ) : (
              <>
                <span className="flex items-center gap-1.5">
                  <Timer className="size-3.5 shrink-0" strokeWidth={1.6} aria-hidden />
                  {t('consent.left', { left })}
                </span>
                {waiting > 0 && <span>{t('consent.waiting', { count: waiting })}</span>}
              </>
            )}
          </span>
          <Button ref={deny} busy={busy === 'deny'} disabled={busy !== null} onClick={onDeny}>
            {t('consent.deny')}
          </Button>
          <Button
            variant="primary"
            busy={busy === 'allow'}
            disabled={busy !== null || !isSettled || scopes.length === 0}
            onKeyDown={onAllowKey}
            onClick={() => void decide(true)}
          >
            {t('consent.allow')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && <ErrorState title={t('consent.failed')} error={error} />}
        <div className="flex items-center gap-4 rounded-lg bg-sunken px-4 py-3">
          <p className="min-w-0 flex-1 text-ink-2 text-sm">{t('consent.code')}</p>
          <p className="shrink-0 font-semibold text-xl tracking-wide">
            <span className="sr-only">{t('consent.codeLabel')} </span>
            {consent.code}
          </p>
        </div>
        <ConsentFacts consent={consent} person={person} onPerson={setPerson} />
        {receiverOf(consent) !== 'site' && (
          <p className="flex gap-2 rounded-md bg-amber-soft px-3 py-2 text-amber text-sm">
            <Laptop className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} aria-hidden />
            {t('consent.localProgram')}
          </p>
        )}
        {isLogin ? (
          <section className="flex flex-col gap-1 text-sm">
            <h3 className="font-medium">{t('consent.may')}</h3>
            <p className="text-ink-2">{t('consent.loginMay')}</p>
          </section>
        ) : (
          <ScopeSwitches title={t('consent.may')} asked={consent.scopes} chosen={scopes} onChange={setScopes} />
        )}
      </div>
    </Dialog>
  )
}
