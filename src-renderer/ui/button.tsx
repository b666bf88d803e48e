/** Buttons: one with words, one with an icon only (whose label is its tooltip and accessible name). */
import type { LucideIcon } from 'lucide-react'
import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

type Variant = 'primary' | 'secondary' | 'ghost' | 'link' | 'danger'

const look: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
  link: 'border-transparent bg-transparent text-accent hover:bg-hover',
  danger: 'border-transparent bg-red text-on-red hover:opacity-90',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant
  size?: 'sm' | 'md'
  icon?: LucideIcon
  /** Shows a spinner and refuses clicks while something runs. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium text-sm whitespace-nowrap',
        'transition-colors disabled:opacity-50 disabled:pointer-events-none',
        size === 'md' ? 'h-8 px-3' : 'h-7 px-2',
        look[variant],
        className,
      )}
    >
      {busy ? (
        <LoaderCircle className="size-4 animate-spin motion-reduce:animate-none" aria-hidden />
      ) : (
        Icon && <Icon className="size-4" strokeWidth={1.6} aria-hidden />
      )}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: LucideIcon
  label: string
  /** Keys shown in the tooltip, e.g. ['mod', 'N']. */
  keys?: readonly string[]
  variant?: Variant
  size?: 'sm' | 'md'
  side?: 'top' | 'right' | 'bottom' | 'left'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  icon: Icon,
  label,
  keys,
  variant = 'ghost',
  size = 'md',
  side = 'top',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-md border transition-colors',
          'disabled:opacity-50 disabled:pointer-events-none',
          size === 'md' ? 'size-8' : 'size-6',
          look[variant],
          className,
        )}
      >
        <Icon className={size === 'md' ? 'size-[18px]' : 'size-[15px]'} strokeWidth={1.6} aria-hidden />
      </button>
    </Tooltip>
  )
}
