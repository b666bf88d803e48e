/** Looks up positions in the person's own genotype files; says found, no-call or not on this chip, and interprets nothing. */
import { Dna } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { type Client, client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { MOST_RSIDS, parseRsids } from './rsids.ts'

type Answer = Awaited<ReturnType<Client['health']['genotypes']>>
type Result = Answer['results'][number]
type Nearby = NonNullable<Answer['nearby']>[number]

const dot = { found: 'busy', no_call: 'attention', not_on_chip: 'off' } as const

/** Draws nothing for a person without genotype files. */
export function GeneticsLookup() {
  const { t } = useTranslation('health')
  const format = useFormat()
  const timeZone = useApp((state) => state.info?.profile.timeZone)
  const sets = useLoaded('genotype-sets', () => client.health.genotypeSets())
  const [typed, setTyped] = useState('')
  const [nearby, setNearby] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [error, setError] = useState<unknown>(null)
  const about = useId()

  const look = async (event?: SubmitEvent) => {
    event?.preventDefault()
    const { rsids, unknown } = parseRsids(typed)
    if (rsids.length === 0) return setProblem(t('genes.noIds'))
    if (rsids.length > MOST_RSIDS) return setProblem(t('genes.tooMany', { most: MOST_RSIDS, count: rsids.length }))
    setProblem(unknown.length > 0 ? t('genes.notUnderstood', { words: unknown.slice(0, 5).join(', ') }) : null)
    setBusy(true)
    setError(null)
    try {
      setAnswer(await client.health.genotypes({ rsids, includeNearby: nearby }))
    } catch (failure) {
      setError(failure)
      setAnswer(null)
    } finally {
      setBusy(false)
    }
  }

  if (!sets.value || sets.value.length === 0) return null
  return (
    <Panel title={t('genes.title')} about={t('genes.sets', { count: sets.value.length })}>
      <div className="flex flex-col gap-3 px-3.5 pb-3.5">
        <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void look(event)}>
          <Input
            aria-label={t('genes.ids')}
            aria-describedby={about}
            placeholder="rs4988235, rs1801133"
            autoComplete="off"
            spellCheck={false}
            className="max-w-md flex-1 basis-60"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="primary" icon={Dna} busy={busy}>
            {t('genes.look')}
          </Button>
          <label className="inline-flex items-center gap-1.5 text-ink-2 text-sm">
            <input
              type="checkbox"
              className="size-3.5 accent-accent"
              checked={nearby}
              onChange={(event) => setNearby(event.target.checked)}
            />
            {t('genes.nearby')}
          </label>
        </form>
        <p id={about} className="text-ink-3 text-xs" role={problem ? 'alert' : undefined}>
          {problem ?? t('genes.hint')}
        </p>
        {error !== null && <ErrorState title={t('genes.failed')} error={error} onRetry={() => void look()} />}
        {answer && !answer.success && <p role="alert">{answer.message}</p>}
      </div>
      <div aria-live="polite">{answer?.success && <Answers answer={answer} />}</div>
      <ul className="flex flex-col gap-0.5 border-line border-t px-3.5 py-2.5 text-ink-3 text-xs">
        {sets.value.map((set) => (
          <li key={set.fileId}>
            <span className="text-ink-2">{set.vendor}</span>
            {' · '}
            {[
              set.file,
              set.build ? t('genes.build', { build: set.build }) : t('genes.buildUnknown'),
              t('genes.rows', { rows: format.number(set.rows), called: format.number(set.called) }),
              format.instant(set.imported, timeZone),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Answers(props: { readonly answer: Answer }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const place = (row: { chromosome?: string; position?: number }) =>
    row.chromosome === undefined || row.position === undefined ? '' : `${row.chromosome}:${format.number(row.position)}`
  const columns: Column<Result>[] = [
    {
      id: 'rsid',
      header: t('genes.id'),
      cell: (row) => <span className="font-medium font-mono text-xs">{row.rsid}</span>,
      sortValue: (row) => row.rsid,
    },
    {
      id: 'status',
      header: t('genes.answer'),
      cell: (row) => <StatusDot state={dot[row.status]}>{t(`genes.status.${row.status}`)}</StatusDot>,
      sortValue: (row) => row.status,
    },
    {
      id: 'genotype',
      header: t('genes.genotype'),
      cell: (row) => <span className="font-mono">{row.genotype ?? ''}</span>,
      sortValue: (row) => row.genotype,
    },
    { id: 'place', header: t('genes.place'), muted: true, cell: place },
    { id: 'build', header: t('genes.buildHeader'), muted: true, cell: (row) => row.build ?? '' },
    { id: 'file', header: t('file'), muted: true, cell: (row) => row.file ?? '' },
  ]
  const near: Column<Nearby>[] = [
    { id: 'rsid', header: t('genes.id'), cell: (row) => <span className="font-mono text-xs">{row.rsid}</span> },
    { id: 'near', header: t('genes.nearTo'), muted: true, cell: (row) => row.near },
    { id: 'genotype', header: t('genes.genotype'), cell: (row) => row.genotype ?? t('genes.status.no_call') },
    { id: 'place', header: t('genes.place'), muted: true, cell: place },
    {
      id: 'distance',
      header: t('genes.distance'),
      align: 'right',
      cell: (row) => format.number(row.distance),
      sortValue: (row) => Math.abs(row.distance),
    },
  ]
  return (
    <>
      <Table
        caption={t('genes.results')}
        columns={columns}
        rows={props.answer.results}
        rowKey={(row) => row.rsid}
        minWidth={560}
      />
      {props.answer.nearby && props.answer.nearby.length > 0 && (
        <Table
          caption={t('genes.nearbyResults')}
          columns={near}
          rows={props.answer.nearby}
          rowKey={(row) => `${row.near}/${row.rsid}`}
          minWidth={560}
        />
      )}
    </>
  )
}
