/** Copies text and says that it did. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { toast } from './toast.tsx'

export function CopyButton({ text, label, size = 'md' }: { text: string; label?: string; size?: 'sm' | 'md' }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? t('copied') : (label ?? t('copy'))}
      size={size}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => toast(t('copyFailed'), { tone: 'error' }),
        )
      }
    />
  )
}
