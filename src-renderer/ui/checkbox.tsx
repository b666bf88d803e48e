/** A mark on one of several things, or on some of them, that nothing follows from by itself. */
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

interface CheckedProps {
  /** 'some': a part of what it stands for. */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

const wire = ({ checked, onChange, disabled }: CheckedProps) => ({
  ref: (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = checked === 'some'
  },
  checked: checked === true,
  disabled,
  onChange: (event: { target: HTMLInputElement }) => onChange(event.target.checked),
})

/** `label`: its accessible name. */
export function Checkbox({ label, className, ...rest }: CheckedProps & { label: string }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      {...wire(rest)}
      className={cx('block size-4 shrink-0 accent-accent', className)}
    />
  )
}

/** A whole line that can be clicked; what it says is the mark's name. */
export function CheckboxLine({ children, className, ...rest }: CheckedProps & { children: ReactNode }) {
  return (
    <label className={cx('flex items-center gap-2.5 px-3', className)}>
      <input type="checkbox" {...wire(rest)} className="block size-4 shrink-0 accent-accent" />
      {children}
    </label>
  )
}
