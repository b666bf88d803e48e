/** The field that narrows a list: a magnifier, and words that are its label and its placeholder. */
import { Search } from 'lucide-react'
import { cx } from './class-names.ts'
import { Input } from './input.tsx'

export interface SearchInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Of the frame: its width and its place. */
  className?: string
}

export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  return (
    <div className={cx('relative', className)}>
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" strokeWidth={1.6} aria-hidden />
      <Input
        type="search"
        className="pl-8"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
