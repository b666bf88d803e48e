/** The drawn part of a chart: uPlot in a box that follows its width, with a tooltip at the pointer. */
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface PlotCursor {
  readonly index: number
  readonly left: number
  readonly width: number
}

export interface PlotSize {
  readonly width: number
  readonly height: number
}

/** Columns and how they are drawn; a new `options` draws anew. */
export interface PlotDrawing {
  readonly columns: uPlot.AlignedData
  readonly options: (size: PlotSize, onCursor: (plot: uPlot) => void) => uPlot.Options
}

/** `onPlot` hands out the canvas (for copying as an image), null when it goes. */
export function Plot(props: {
  readonly drawing: PlotDrawing
  readonly height: number
  readonly label: string
  readonly tooltip: (index: number) => React.ReactNode
  readonly onPoint?: (index: number) => void
  readonly onPlot: (canvas: HTMLCanvasElement | null) => void
}) {
  const { drawing, height, onPlot } = props
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [cursor, setCursor] = useState<PlotCursor | null>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver((entries) => setWidth(Math.floor(entries[0]?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const element = box.current
    if (!element || width < 40) return
    const follow = (plot: uPlot) => {
      const { idx, left } = plot.cursor
      const inside = typeof idx === 'number' && typeof left === 'number' && left >= 0
      setCursor(inside ? { index: idx, left: left + plot.bbox.left / uPlot.pxRatio, width: plot.width } : null)
    }
    const plot = new uPlot(drawing.options({ width, height }, follow), drawing.columns, element)
    onPlot(plot.ctx.canvas)
    return () => {
      setCursor(null)
      onPlot(null)
      plot.destroy()
    }
  }, [drawing, width, height, onPlot])

  const flip = cursor !== null && cursor.left > cursor.width * 0.62
  return (
    <div className="relative" style={{ height }}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table view is the keyboard's way to every point */}
      <div
        ref={box}
        role="img"
        aria-label={props.label}
        className="absolute inset-0 overflow-hidden"
        onClick={() => cursor && props.onPoint?.(cursor.index)}
      />
      {cursor && (
        <div
          className="pointer-events-none absolute top-1 z-10 max-w-64 rounded-md border border-line bg-surface px-2.5 py-1.5 text-xs shadow-float"
          style={flip ? { right: cursor.width - cursor.left + 10 } : { left: cursor.left + 10 }}
        >
          {props.tooltip(cursor.index)}
        </div>
      )}
    </div>
  )
}
