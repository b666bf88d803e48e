/** Tabs with an underline: panels of one thing (a tool's form and its raw JSON). */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab {
  readonly value: string
  readonly label: ReactNode
  readonly content: ReactNode
}

/** Uncontrolled unless `value` and `onChange` are given. `trailing` stands at the end of the tab row. */
export function Tabs(props: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly trailing?: ReactNode
}) {
  const first = props.tabs[0]?.value
  return (
    <RadixTabs.Root value={props.value} defaultValue={props.value ?? first} onValueChange={props.onChange}>
      <div className="flex items-center gap-4 border-b border-line">
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
        <div className="ml-auto flex items-center gap-2">{props.trailing}</div>
      </div>
      {props.tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
