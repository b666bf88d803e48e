/** A choice from a short, fixed list. */
import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { cx } from './class-names.ts'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectProps {
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
  id?: string
  label?: string
  describedBy?: string
  disabled?: boolean
  className?: string
}

export function Select({ value, options, onChange, id, label, describedBy, disabled, className }: SelectProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        className={cx(
          'inline-flex h-8 w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-2.5',
          'text-ink text-sm transition-colors hover:border-ink-3 disabled:opacity-60',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value />
        </span>
        <Radix.Icon asChild>
          <ChevronDown className="size-4 text-ink-3" strokeWidth={1.6} aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="motion-rise z-60 max-h-80 min-w-[var(--radix-select-trigger-width)] overflow-hidden rounded-lg border border-line bg-surface p-1 shadow-float"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="relative flex h-8 items-center rounded-sm pr-2 pl-7 text-sm outline-none data-[highlighted]:bg-hover"
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <Check className="size-3.5 text-accent" aria-hidden />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
