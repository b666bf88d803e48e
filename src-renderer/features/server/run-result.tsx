/** What a run of the console gave: its content, what is structured as tables, and the answer as the protocol has it. */
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { resultTables } from '../tools/result-tables.ts'
import { LongCode, ResultTables } from '../tools/result-view.tsx'
import { ContentView } from './content-view.tsx'
import type { ServerRun } from './server-runs.ts'
import { shortened } from './shortened-result.ts'

export function RunResult(props: { readonly run: ServerRun; readonly onAgain: () => void }) {
  const { t } = useTranslation('tools')
  const { t: server } = useTranslation('serverPage')
  const format = useFormat()
  const { run } = props
  const { outcome } = run
  return (
    <Panel
      title={t('result.title')}
      about={
        <span className="inline-flex items-center gap-2" role="status">
          <RunState run={run} />
          {outcome && format.elapsed(outcome.durationMs)}
        </span>
      }
      actions={
        <Button size="sm" variant="ghost" icon={RotateCcw} onClick={props.onAgain}>
          {server('console.again')}
        </Button>
      }
      padded
    >
      {run.state === 'unreachable' && <ErrorState title={t('run.unreachable')} error={run.error} />}
      {run.state === 'cancelled' && <p className="text-ink-2 text-sm">{server('console.cancelled')}</p>}
      {outcome?.error && <ErrorState title={outcome.error.message} error={outcome.error} />}
      {outcome?.notice && <p className="mb-2 text-ink-2 text-sm">{outcome.notice}</p>}
      {outcome?.result && <Result result={outcome.result} />}
    </Panel>
  )
}

export function RunState({ run }: { readonly run: ServerRun }) {
  const { t } = useTranslation('tools')
  if (run.state === 'running') return <StatusDot state="busy">{t('run.running')}</StatusDot>
  if (run.state === 'cancelled') return <StatusDot state="off">{t('run.cancelled')}</StatusDot>
  if (run.state === 'unreachable' || !run.outcome) return <StatusDot state="failed">{t('run.failed')}</StatusDot>
  // The tool ran and says itself that it could not do it: neither failure of the hub nor success.
  if (run.outcome.result?.isError === true) return <StatusDot state="attention">{t('run.refused')}</StatusDot>
  if (!run.outcome.ok) return <StatusDot state="failed">{t('run.failed')}</StatusDot>
  return <StatusDot state="good">{t('run.done')}</StatusDot>
}

function Result({ result }: { readonly result: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('serverPage')
  const { t: tools } = useTranslation('tools')
  const blocks = Array.isArray(result.content) ? result.content : []
  const structured = result.structuredContent
  const tables = useMemo(() => (structured === undefined ? [] : resultTables(structured)), [structured])
  const raw = useMemo(() => JSON.stringify(shortened(result), null, 2), [result])
  const content = { value: 'content', label: t('console.content'), content: <ContentView blocks={blocks} /> }
  const structuredTabs =
    structured === undefined
      ? []
      : [
          { value: 'table', label: tools('result.table'), content: <ResultTables tables={tables} /> },
          {
            value: 'json',
            label: tools('result.json'),
            content: <LongCode code={JSON.stringify(structured, null, 2) ?? ''} label={tools('result.json')} />,
          },
        ]
  return (
    <Tabs
      label={tools('result.views')}
      tabs={[
        content,
        ...structuredTabs,
        { value: 'raw', label: t('console.raw'), content: <LongCode code={raw} label={t('console.raw')} /> },
      ]}
    />
  )
}
