/** Tabs with an underline: panels of one thing (a tool's form and its raw JSON). */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface Tab {
  readonly value: string
  readonly label: ReactNode
  readonly content: ReactNode
}

/**
 * Uncontrolled unless `value` and `onChange` are given. `trailing` stands at the end of the tab row. `isFilling`: takes
 * the height that is left, and its panels scroll by themselves.
 */
export function Tabs(props: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly trailing?: ReactNode
  readonly isFilling?: boolean
}) {
  const first = props.tabs[0]?.value
  return (
    <RadixTabs.Root
      value={props.value}
      defaultValue={props.value ?? first}
      onValueChange={props.onChange}
      className={props.isFilling ? 'flex min-h-0 flex-1 flex-col' : undefined}
    >
      <div className={cx('flex items-center gap-4 border-b border-line', props.isFilling && 'shrink-0 px-5')}>
        <RadixTabs.List aria-label={props.label} className="flex gap-4">
          {props.tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.value}
              value={tab.value}
              className="-mb-px h-9 border-b-2 border-transparent text-sm text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        <div className="ml-auto flex min-w-0 items-center gap-2">{props.trailing}</div>
      </div>
      {props.tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.value}
          value={tab.value}
          // A panel that is not shown must not take height from the one that is.
          className={
            props.isFilling ? 'min-h-0 flex-1 data-[state=inactive]:hidden focus-visible:-outline-offset-2' : 'pt-4'
          }
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
