/** Something that scrolls by itself: reachable by keyboard and named, but no landmark, of which a thread would have dozens. */
import type { ReactNode, Ref, UIEvent } from 'react'

export interface ScrollGroupProps {
  label: string
  className: string
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  onScroll?: (event: UIEvent<HTMLDivElement>) => void
}

export function ScrollGroup({ label, ...rest }: ScrollGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div role="group" tabIndex={0} aria-label={label} {...rest} />
  )
}
