/** A short label near the pointer or focus; never the only place where something is said. */
import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { KeyHint } from './key-hint.tsx'

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  label: ReactNode
  keys?: readonly string[]
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

export function Tooltip({ label, keys, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="motion-appear z-60 flex max-w-72 items-center gap-2 rounded-md bg-ink px-2 py-1 text-bg text-xs"
        >
          {label}
          {keys && <KeyHint keys={keys} inverted />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
