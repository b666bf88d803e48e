/** A value that is not to be read over a shoulder, unless asked for. */
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'

export interface SecretInputProps {
  value: string
  onChange: (value: string) => void
  id?: string
  label?: string
  describedBy?: string
  isInvalid?: boolean
  placeholder?: string
}

export function SecretInput({ value, onChange, id, label, describedBy, isInvalid, placeholder }: SecretInputProps) {
  const { t } = useTranslation('servers')
  const [isShown, setShown] = useState(false)
  return (
    <span className="relative block min-w-0 flex-1">
      <Input
        id={id}
        type={isShown ? 'text' : 'password'}
        // No password of a website: a browser that offers one, or keeps this one, is of no help.
        autoComplete="new-password"
        spellCheck={false}
        className="pr-8 font-mono"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        size="sm"
        label={t(isShown ? 'form.hide' : 'form.show')}
        aria-pressed={isShown}
        className="absolute top-1 right-1"
        onClick={() => setShown(!isShown)}
      />
    </span>
  )
}
