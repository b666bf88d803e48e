/** A choice from a long list that one types to narrow, e.g. the 400 time zones. */
import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import { useState } from 'react'
import { cx } from './class-names.ts'
import type { SelectOption } from './select.tsx'

export interface ComboboxOption extends SelectOption {
  /** Shown at the right, e.g. the offset of a zone. */
  note?: string
  /** Other words that find it. */
  keywords?: string[]
}

export interface ComboboxProps {
  value: string
  options: readonly ComboboxOption[]
  onChange: (value: string) => void
  id?: string
  label: string
  placeholder: string
  emptyText: string
}

export function Combobox({ value, options, onChange, id, label, placeholder, emptyText }: ComboboxProps) {
  const [open, setOpen] = useState(false)
  const current = options.find((option) => option.value === value)
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger
        id={id}
        role="combobox"
        aria-expanded={open}
        aria-label={`${label}: ${current?.label ?? value}`}
        className="inline-flex h-8 w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-ink text-sm hover:border-ink-3"
      >
        <span className="truncate">{current?.label ?? value}</span>
        <span className="ml-auto text-ink-3 text-xs">{current?.note}</span>
        <ChevronsUpDown className="size-3.5 text-ink-3" strokeWidth={1.6} aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="motion-rise z-60 w-[max(280px,var(--radix-popover-trigger-width))] overflow-hidden rounded-lg border border-line bg-surface shadow-float"
        >
          <Command label={label} defaultValue={value}>
            <Command.Input
              placeholder={placeholder}
              className="h-9 w-full border-line border-b bg-transparent px-3 text-sm outline-none"
            />
            <Command.List className="max-h-64 overflow-y-auto p-1">
              <Command.Empty className="px-2 py-3 text-ink-3 text-sm">{emptyText}</Command.Empty>
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  keywords={[option.label, ...(option.keywords ?? [])]}
                  onSelect={() => {
                    onChange(option.value)
                    setOpen(false)
                  }}
                  className="flex h-8 items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover"
                >
                  <Check className={cx('size-3.5 text-accent', option.value !== value && 'invisible')} aria-hidden />
                  <span className="truncate">{option.label}</span>
                  <span className="ml-auto text-ink-3 text-xs">{option.note}</span>
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
