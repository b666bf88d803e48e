/** A row of choices of which exactly one is on: ranges, resolutions, views. */
import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'

export interface SegmentedOption<T extends string> {
  readonly value: T
  readonly label: ReactNode
  /** Spoken instead of a short label such as "6M". */
  readonly title?: string
}

/** Arrow keys move between the options; choosing the one that is on changes nothing. */
export function Segmented<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly SegmentedOption<T>[]
  readonly onChange: (value: T) => void
  readonly className?: string
}) {
  const choose = (value: string) => {
    const option = props.options.find((one) => one.value === value)
    if (option) props.onChange(option.value)
  }
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={props.label}
      value={props.value}
      onValueChange={choose}
      className={`inline-flex shrink-0 rounded-[7px] bg-sunken p-0.5 text-xs text-ink-2 ${props.className ?? ''}`}
    >
      {props.options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.title}
          title={option.title}
          className="h-6 whitespace-nowrap rounded-sm px-2.5 hover:text-ink data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[0_0_0_1px_var(--line)]"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
