/** What stands around every chart: its title, a table in its place, a copy as a picture, and its numbers as CSV. */
import { Check, Download, Image, Table2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DelimitedCell, toDelimited } from '../../format/delimited.ts'
import { csvBlob, fileName, saveFile } from '../../format/save-file.ts'
import { IconButton } from '../button.tsx'
import { toast } from '../toast.tsx'
import { chartImage } from './chart-image.ts'
import { useChartColours } from './theme-colours.ts'

export interface ChartFrameProps {
  readonly title: string
  readonly subtitle: string
  /** In place of title and subtitle. */
  readonly heading?: ReactNode
  /** Between the title and the buttons. */
  readonly controls?: ReactNode
  /** Nothing to draw, to copy or to save. */
  readonly isEmpty: boolean
  readonly csv: () => { readonly header: readonly string[]; readonly rows: readonly (readonly DelimitedCell[])[] }
  readonly table: ReactNode
  /** Gets what hands the canvas out, for the picture; null for a chart that is no canvas and is always shown. */
  readonly plot: (onPlot: (canvas: HTMLCanvasElement | null) => void) => ReactNode
  /** False for a chart of words and bars, which is a table already. */
  readonly hasCanvas?: boolean
}

export function ChartFrame(props: ChartFrameProps) {
  const { t } = useTranslation('health')
  const colours = useChartColours()
  const [isTable, setTable] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const onPlot = useCallback((element: HTMLCanvasElement | null) => {
    canvas.current = element
  }, [])
  const { title, subtitle, isEmpty, hasCanvas = true } = props
  return (
    <figure className="m-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 py-2.5">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-sm">
          {props.heading ?? (
            <>
              <span className="truncate font-semibold">{title}</span>
              <span className="truncate text-ink-2">{subtitle}</span>
            </>
          )}
        </div>
        {props.controls}
        <div className="flex items-center gap-0.5">
          {hasCanvas && (
            <>
              <IconButton
                icon={Table2}
                size="sm"
                label={isTable ? t('chart.showChart') : t('chart.showTable')}
                aria-pressed={isTable}
                className={isTable ? 'bg-accent-soft text-accent' : ''}
                onClick={() => setTable(!isTable)}
              />
              <CopyPicture
                picture={async () => {
                  if (!canvas.current) throw new Error('no canvas')
                  return chartImage(canvas.current, title, subtitle, colours)
                }}
                name={fileName(title, 'png')}
                disabled={isTable || isEmpty}
              />
            </>
          )}
          <IconButton
            icon={Download}
            size="sm"
            label={t('chart.csv')}
            disabled={isEmpty}
            onClick={() => {
              const { header, rows } = props.csv()
              saveFile(fileName(title, 'csv'), csvBlob(toDelimited(header, rows)))
            }}
          />
        </div>
      </figcaption>
      {isTable ? props.table : props.plot(onPlot)}
    </figure>
  )
}

function CopyPicture(props: {
  readonly picture: () => Promise<Blob>
  readonly name: string
  readonly disabled: boolean
}) {
  const { t } = useTranslation('health')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const blob = await props.picture()
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
      setCopied(true)
    } catch {
      // No clipboard for pictures here (permission, insecure page): a file does as well.
      saveFile(props.name, blob)
    }
  }
  return (
    <IconButton
      icon={copied ? Check : Image}
      size="sm"
      label={copied ? t('chart.copied') : t('chart.copyPicture')}
      disabled={props.disabled}
      onClick={() => void copy().catch(() => toast(t('chart.pictureFailed'), { tone: 'error' }))}
    />
  )
}
