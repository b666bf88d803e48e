/** Text fields, and the frame that gives any field its label, hint and error. */
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { cx } from './class-names.ts'

const frame =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink text-sm transition-colors ' +
  'hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'disabled:opacity-60 aria-invalid:border-red'

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

export function Input({ className, ...rest }: InputProps) {
  return <input {...rest} className={cx(frame, 'h-8', className)} />
}

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

export function Textarea({ className, ...rest }: TextareaProps) {
  return <textarea {...rest} className={cx(frame, 'min-h-20 py-1.5', className)} />
}

export interface NameFieldProps {
  label: string
  hint?: ReactNode
  value: string
  onChange: (value: string) => void
}

/** A name that a person gives to something of theirs; 80 characters at most, as the hub takes them. */
export function NameField(props: NameFieldProps) {
  return <TextField {...props} maxLength={80} autoComplete="off" />
}

export interface TextFieldProps extends Omit<InputProps, 'id' | 'onChange'> {
  label: string
  hint?: ReactNode
  error?: string | null
  onChange: (value: string) => void
}

/** One line of text with its label. */
export function TextField({ label, hint, error, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy, invalid }) => (
        <Input
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** What commands, addresses and ids are typed into: letters of one width, and no help that would change them. */
export function CodeField({ className, ...rest }: TextFieldProps) {
  return <TextField spellCheck={false} autoComplete="off" className={cx('font-mono', className)} {...rest} />
}

export interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | null
  /** Receives the ids to wire: id for the control, describedBy for hint and error. */
  children: (ids: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const describedBy = hint || error ? `${id}-about` : undefined
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, describedBy, invalid: Boolean(error) })}
      {(hint || error) && (
        <p id={describedBy} className={cx('text-xs', error ? 'text-red' : 'text-ink-3')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
