/** A list of commands that opens from a button. */
import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export interface MenuProps {
  trigger: ReactNode
  items: readonly (MenuItem | 'separator')[]
  align?: 'start' | 'end'
  onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, items, align = 'end', onOpenChange }: MenuProps) {
  return (
    <Radix.Root onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="motion-rise z-50 min-w-40 rounded-lg border border-line bg-surface p-1 shadow-float"
        >
          {items.map((item, index) =>
            item === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity and menus do not reorder
              <Radix.Separator key={index} className="my-1 h-px bg-line" />
            ) : (
              <Radix.Item
                key={item.label}
                disabled={item.disabled}
                onSelect={item.onSelect}
                className={cx(
                  'flex h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none',
                  'data-[highlighted]:bg-hover data-[disabled]:opacity-50',
                  item.danger ? 'text-red' : 'text-ink',
                )}
              >
                {item.icon && <item.icon className="size-4" strokeWidth={1.6} aria-hidden />}
                {item.label}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
