/** An on/off control whose change takes effect at once. */
import { Switch as Radix } from 'radix-ui'
import { cx } from './class-names.ts'

export interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Accessible name; leave out when `id` is labelled elsewhere. */
  label?: string
  id?: string
  disabled?: boolean
  className?: string
}

export function Switch({ checked, onChange, label, id, disabled, className }: SwitchProps) {
  return (
    <Radix.Root
      id={id}
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className={cx(
        'relative h-[18px] w-[30px] shrink-0 rounded-full bg-ink-3 transition-colors',
        'data-[state=checked]:bg-accent disabled:opacity-50',
        className,
      )}
    >
      <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
  )
}
