/** The address with its key: dots until it is asked for, and dots again after a minute. */
import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

const shownForMs = 60_000

export interface UrlSecretProps {
  id: string
  name: string
  base: string
  /** Shown from the beginning: it was made a moment ago. */
  shown: string | null
}

export function UrlSecret({ id, name, base, shown }: UrlSecretProps) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const [address, setAddress] = useState(shown)
  const [isBusy, setBusy] = useState(false)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (address === null) return
    const timer = setTimeout(() => setAddress(null), shownForMs)
    return () => clearTimeout(timer)
  }, [address])
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1_600)
    return () => clearTimeout(timer)
  }, [isCopied])

  const read = async (): Promise<string | null> => {
    if (address !== null) return address
    setBusy(true)
    try {
      return (await client.urls.reveal({ id })).url
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('urlRevealFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
      return null
    } finally {
      setBusy(false)
    }
  }
  const copy = async () => {
    const url = await read()
    if (url === null) return
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      toast(common('copyFailed'), { tone: 'error' })
    }
  }
  return (
    <div className="mt-2 flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 self-center break-all py-0.5 font-mono text-xs">
        {address ?? (
          <>
            {base}/<span aria-hidden>{'•'.repeat(24)}</span>
            <span className="sr-only">{t('urlCovered')}</span>
          </>
        )}
      </code>
      <IconButton
        icon={address === null ? Eye : EyeOff}
        size="sm"
        disabled={isBusy}
        label={t(address === null ? 'urlReveal' : 'urlHide', { name })}
        onClick={() => (address === null ? void read().then(setAddress) : setAddress(null))}
      />
      <IconButton
        icon={isCopied ? Check : Copy}
        size="sm"
        disabled={isBusy}
        label={isCopied ? common('copied') : t('urlCopy', { name })}
        onClick={() => void copy()}
      />
    </div>
  )
}
