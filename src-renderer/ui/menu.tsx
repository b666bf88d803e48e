/** A list of commands that opens from a button; an entry may be one of a set of which one is on. */
import type { LucideIcon } from 'lucide-react'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface MenuItem {
  label: string
  /** Where labels may repeat. */
  id?: string
  icon?: LucideIcon
  /** In place of an icon, e.g. a person's letter. */
  lead?: ReactNode
  /** Given for one of a set: whether it is the chosen one. */
  isOn?: boolean
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export type MenuEntry = MenuItem | 'separator' | { heading: string }

export interface MenuProps {
  trigger: ReactNode
  items: readonly MenuEntry[]
  align?: 'start' | 'end'
  side?: 'right' | 'bottom'
  onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, items, align = 'end', side = 'bottom', onOpenChange }: MenuProps) {
  return (
    <Radix.Root onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="motion-rise z-50 max-h-[min(420px,80vh)] min-w-40 max-w-80 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-float"
        >
          {items.map((entry, index) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity and menus do not reorder
            if (entry === 'separator') return <Radix.Separator key={index} className="my-1 h-px bg-line" />
            if ('heading' in entry) {
              return (
                <Radix.Label key={entry.heading} className="px-2 pt-1 pb-1 text-ink-3 text-xs">
                  {entry.heading}
                </Radix.Label>
              )
            }
            return <Entry key={entry.id ?? entry.label} item={entry} />
          })}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const look = cx(
    'flex items-center gap-2 rounded-sm px-2 text-sm outline-none',
    item.lead ? 'h-9' : 'h-8',
    'data-[highlighted]:bg-hover data-[disabled]:opacity-50',
    item.danger ? 'text-red' : 'text-ink',
  )
  const content = (
    <>
      {item.icon && <item.icon className="size-4" strokeWidth={1.6} aria-hidden />}
      {item.lead}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
    </>
  )
  if (item.isOn === undefined) {
    return (
      <Radix.Item disabled={item.disabled} onSelect={item.onSelect} className={look}>
        {content}
      </Radix.Item>
    )
  }
  return (
    <Radix.CheckboxItem checked={item.isOn} disabled={item.disabled} onSelect={item.onSelect} className={look}>
      {content}
      <Check className={cx('ml-2 size-4 text-accent', !item.isOn && 'invisible')} aria-hidden />
    </Radix.CheckboxItem>
  )
}
