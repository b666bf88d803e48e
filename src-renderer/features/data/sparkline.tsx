/** The small line of a card: up to 30 days, placed by date, so that a pause in the data looks like a pause. */
import { dayNumber } from '../../format/calendar.ts'

export type SparkPoint = readonly [string, number | null]

interface Spot {
  readonly x: number
  readonly y: number
}

const WIDTH = 240
const HEIGHT = 38
const EDGE = 4

/** Runs of neighbouring points in the 240 × 38 box; null and an absence of more than `maxGapDays` break the line. */
export function sparkRuns(
  points: readonly SparkPoint[],
  range: { readonly min: number; readonly max: number; readonly first: number; readonly last: number },
  maxGapDays = Number.POSITIVE_INFINITY,
): Spot[][] {
  const days = Math.max(1, range.last - range.first)
  const height = range.max - range.min
  const runs: Spot[][] = []
  let run: Spot[] = []
  let before: number | null = null
  for (const [date, value] of points) {
    const day = dayNumber(date)
    if (value === null || (before !== null && day - before > maxGapDays)) {
      if (run.length > 0) runs.push(run)
      run = []
    }
    if (value === null) continue
    const x = EDGE + ((day - range.first) / days) * (WIDTH - EDGE * 2)
    const level = height === 0 ? 0.5 : (value - range.min) / height
    run.push({ x, y: HEIGHT - EDGE - level * (HEIGHT - EDGE * 2) })
    before = day
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Several lines share one scale (blood pressure). Decoration only: the card says the number in words. */
export function Sparkline(props: { readonly lines: readonly (readonly SparkPoint[])[]; readonly bars: boolean }) {
  const known = props.lines.flat().filter((point): point is readonly [string, number] => point[1] !== null)
  if (known.length < 2) return <div style={{ height: HEIGHT }} />
  const values = known.map((point) => point[1])
  const days = known.map((point) => dayNumber(point[0]))
  const range = {
    min: props.bars ? Math.min(0, ...values) : Math.min(...values),
    max: Math.max(...values),
    first: Math.min(...days),
    last: Math.max(...days),
  }
  const barWidth = Math.max(2, Math.min(12, ((WIDTH - EDGE * 2) / (range.last - range.first + 1)) * 0.62))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-[38px] w-full overflow-visible text-accent"
      aria-hidden="true"
    >
      {props.lines.map((line, index) =>
        sparkRuns(line, range).map((run) =>
          props.bars ? (
            run.map((spot) => (
              <rect
                key={spot.x}
                x={spot.x - barWidth / 2}
                y={spot.y}
                width={barWidth}
                height={Math.max(1, HEIGHT - EDGE - spot.y)}
                rx={1}
                fill="currentColor"
                opacity={0.75}
              />
            ))
          ) : run.length === 1 && run[0] ? (
            <circle key={run[0].x} cx={run[0].x} cy={run[0].y} r={2} fill="currentColor" />
          ) : (
            <polyline
              key={run[0]?.x}
              points={run.map((spot) => `${spot.x.toFixed(1)},${spot.y.toFixed(1)}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.6}
              strokeLinejoin="round"
              strokeLinecap="round"
              opacity={index === 0 ? 1 : 0.5}
              vectorEffect="non-scaling-stroke"
            />
          ),
        ),
      )}
    </svg>
  )
}
