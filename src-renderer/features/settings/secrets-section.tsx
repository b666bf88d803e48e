/** Settings: where keys and tokens' secrets live on this computer, and the choice about it. */
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecretsState } from '../../../src-main/api/contract/secrets.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { toast } from '../../ui/toast.tsx'
import { SecretsChoice } from './secrets-choice.tsx'

const where = {
  keychain: 'secretsKeychain',
  'safe-storage': 'secretsSafeStorage',
  memory: 'secretsMemory',
  file: 'secretsFile',
} as const

/** What is only in memory needs attention; the other places are simply where it is. */
const dot = { keychain: 'busy', 'safe-storage': 'busy', memory: 'attention', file: 'busy' } as const

export function SecretsSection() {
  const { t } = useTranslation('settings')
  const read = useLoaded('secrets', () => client.secrets.state(), ['access-changed'])
  const [changed, setChanged] = useState<SecretsState | null>(null)
  const [busy, setBusy] = useState<'retry' | 'choose' | null>(null)
  const [isAskingFile, setAskingFile] = useState(false)
  const state = changed ?? read.value

  const act = async (which: 'retry' | 'choose', run: () => Promise<SecretsState>) => {
    setBusy(which)
    try {
      const after = await run()
      setChanged(after)
      if (which === 'choose') toast(t('secretsMoved'))
      else toast(t(after.store === 'memory' ? 'secretsRetriedInVain' : 'secretsRetried'))
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('secretsFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
    } finally {
      setBusy(null)
    }
  }
  const choose = (store: 'keychain' | 'file') => act('choose', () => client.secrets.choose({ store }))

  return (
    <>
      <Panel
        title={t('secrets')}
        padded
        actions={
          state &&
          state.store !== 'keychain' &&
          state.store !== 'file' && (
            <Button
              size="sm"
              icon={RotateCw}
              busy={busy === 'retry'}
              onClick={() => void act('retry', () => client.secrets.retry())}
            >
              {t('secretsRetry')}
            </Button>
          )
        }
      >
        <p className="text-ink-2 text-sm">{t('secretsText')}</p>
        {!state && read.error === null && (
          <div className="mt-3">
            <SkeletonLines lines={2} />
          </div>
        )}
        {!state && read.error !== null && (
          <div className="mt-3">
            <ErrorState title={t('secretsUnread')} error={read.error} onRetry={read.reload} />
          </div>
        )}
        {state && (
          <>
            <p className="mt-3 font-medium text-sm">
              <StatusDot state={dot[state.store]}>{t(where[state.store])}</StatusDot>
            </p>
            {state.note && <p className="mt-2.5 rounded-md bg-amber-soft px-3 py-2 text-amber text-sm">{state.note}</p>}
          </>
        )}
      </Panel>
      {state && (
        <SecretsChoice
          state={state}
          isBusy={busy !== null}
          onChoose={(store) => (store === 'file' ? setAskingFile(true) : void choose(store))}
        />
      )}
      {isAskingFile && (
        <ConfirmDialog
          open
          onOpenChange={setAskingFile}
          title={t('secretsFileAsk')}
          description={t('secretsFileAskText')}
          confirmLabel={t('secretsFileConfirm')}
          onConfirm={() => choose('file')}
        />
      )}
    </>
  )
}
