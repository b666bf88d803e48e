/** A small panel beside the button that opened it. */
import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface PopoverProps {
  /** The button that opens it; not for a panel that stands beside `anchor`. */
  trigger?: ReactNode
  /** What an opened panel stands beside; it gets the focus back. */
  anchor?: HTMLElement
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /** Accessible name of the panel. */
  label: string
  className?: string
}

export function Popover({
  trigger,
  anchor,
  children,
  open,
  onOpenChange,
  side,
  align = 'start',
  label,
  className,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {anchor ? <Radix.Anchor virtualRef={{ current: anchor }} /> : <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            if (!anchor) return
            event.preventDefault()
            anchor.focus()
          }}
          className={cx(
            'motion-rise z-50 rounded-lg border border-line bg-surface shadow-float focus:outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
