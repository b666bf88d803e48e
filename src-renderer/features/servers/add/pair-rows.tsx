/** Names with hidden values, a row each: environment variables, headers. */
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { SecretInput } from './secret-input.tsx'
import type { Pair } from './server-form.ts'

export interface PairRowsProps {
  title: string
  hint: string
  addLabel: string
  pairs: readonly Pair[]
  fault: string | null
  onChange: (pairs: readonly Pair[]) => void
}

export function PairRows({ title, hint, addLabel, pairs, fault, onChange }: PairRowsProps) {
  const { t } = useTranslation('servers')
  const box = useRef<HTMLFieldSetElement>(null)
  const set = (index: number, patch: Partial<Pair>) =>
    onChange(pairs.map((pair, each) => (each === index ? { ...pair, ...patch } : pair)))
  const add = () => {
    onChange([...pairs, { name: '', value: '' }])
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>('li:last-of-type input')?.focus())
  }
  return (
    <fieldset ref={box} className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">{title}</legend>
      {pairs.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place alone
            <li key={index} className="flex items-center gap-1.5">
              <span className="w-2/5 shrink-0">
                <Input
                  className="font-mono"
                  spellCheck={false}
                  autoComplete="off"
                  aria-label={t('form.pairName', { number: index + 1 })}
                  placeholder={t('form.namePlaceholder')}
                  value={pair.name}
                  onChange={(event) => set(index, { name: event.target.value })}
                />
              </span>
              <SecretInput
                label={t('form.pairValue', { number: index + 1 })}
                placeholder={t('form.valuePlaceholder')}
                value={pair.value}
                onChange={(value) => set(index, { value })}
              />
              <IconButton
                icon={X}
                size="sm"
                label={t('form.removePair', { name: pair.name || String(index + 1) })}
                onClick={() => onChange(pairs.filter((_, each) => each !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" icon={Plus} onClick={add}>
          {addLabel}
        </Button>
        <p
          className={fault === null ? 'min-w-0 flex-1 basis-52 text-ink-3 text-xs' : 'text-red text-xs'}
          role={fault === null ? undefined : 'alert'}
        >
          {fault ?? hint}
        </p>
      </div>
    </fieldset>
  )
}
