/** Which colour is which series; only where there is more than one. */
export function ChartLegend(props: {
  readonly items: readonly {
    readonly name: string
    readonly colour: string
    readonly mark: 'line' | 'bar' | 'points'
  }[]
}) {
  if (props.items.length < 2) return null
  return (
    <ul className="flex flex-wrap gap-x-4 px-3.5 pb-1 text-ink-2 text-xs">
      {props.items.map(({ name, colour, mark }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={marks[mark]} style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

const marks = { line: 'h-0.5 w-3.5', bar: 'size-2.5 rounded-sm', points: 'size-1.5 rounded-full' }
