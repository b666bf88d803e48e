/** Running a tool by hand: form or raw JSON, run and cancel, the result, and the runs of this session. */
import { Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolView } from '../../../src-main/api/contract/tools.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useNow } from '../connect/use-now.ts'
import { ArgumentInput, RunButton, useArgumentInput } from './argument-input.tsx'
import { ResultView } from './result-view.tsx'
import { RunHistory } from './run-history.tsx'
import { type ToolRun, useToolRuns } from './tool-runs.ts'

export function RunPanel({ tool }: { readonly tool: ToolView }) {
  const { t } = useTranslation('tools')
  const start = useToolRuns((state) => state.start)
  const cancel = useToolRuns((state) => state.cancel)
  const all = useToolRuns((state) => state.runs)
  const runs = all.filter((run) => run.tool === tool.name)
  const [shownId, setShownId] = useState<number | null>(null)
  const shown = runs.find((run) => run.id === shownId) ?? runs[0] ?? null
  const running = runs.find((run) => run.state === 'running') ?? null

  const run = (value: unknown) => setShownId(start(tool.name, value))
  const input = useArgumentInput(tool.inputSchema, run)
  const show = (one: ToolRun) => {
    setShownId(one.id)
    input.show(one.args)
  }

  return (
    <>
      <Panel title={t('run.title')} padded>
        <ArgumentInput input={input} />
        <div className="mt-4 flex items-center gap-2">
          <RunButton input={input} disabled={running !== null} />
          {running && (
            <>
              <Button icon={Square} onClick={() => cancel(running.id)}>
                {t('run.cancel')}
              </Button>
              <Elapsed since={running.startedAt} />
            </>
          )}
        </div>
      </Panel>
      {shown && <RunResult run={shown} onAgain={() => run(shown.args)} />}
      {runs.length > 1 && (
        <RunHistory runs={runs} shownId={shown?.id ?? null} state={(one) => <RunState run={one} />} onShow={show} />
      )}
    </>
  )
}

function Elapsed({ since }: { readonly since: number }) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const now = useNow(500)
  return (
    <span role="status" className="text-ink-2 text-sm">
      {t('run.running')} <span aria-hidden>{format.elapsed(Math.max(0, Math.floor((now - since) / 1000) * 1000))}</span>
    </span>
  )
}

function RunResult(props: { readonly run: ToolRun; readonly onAgain: () => void }) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const { run } = props
  const { outcome } = run
  if (run.state === 'running') return null
  const took = outcome ? format.elapsed(outcome.durationMs) : null
  return (
    <Panel
      title={t('result.title')}
      about={
        <span className="inline-flex items-center gap-2" role="status">
          <RunState run={run} />
          {took}
        </span>
      }
      padded
    >
      {run.state === 'unreachable' && (
        <ErrorState title={t('run.unreachable')} error={run.error} onRetry={props.onAgain} />
      )}
      {run.state === 'cancelled' && <p className="text-ink-2 text-sm">{t('run.cancelledText')}</p>}
      {outcome?.ok === false && (
        <ErrorState title={outcome.error.message} error={outcome.error} onRetry={props.onAgain} />
      )}
      {outcome?.ok && (
        <>
          {outcome.notice && <p className="mb-2 text-ink-2 text-sm">{outcome.notice}</p>}
          <ResultView key={run.id} result={outcome.result} text={outcome.text} />
        </>
      )}
    </Panel>
  )
}

function RunState({ run }: { readonly run: ToolRun }) {
  const { t } = useTranslation('tools')
  if (run.state === 'running') return <StatusDot state="busy">{t('run.running')}</StatusDot>
  if (run.state === 'cancelled') return <StatusDot state="off">{t('run.cancelled')}</StatusDot>
  if (run.state === 'unreachable' || !run.outcome?.ok) return <StatusDot state="failed">{t('run.failed')}</StatusDot>
  // The tool ran and says itself that it could not do it: neither failure of the hub nor success.
  if (!run.outcome.success) return <StatusDot state="attention">{t('run.refused')}</StatusDot>
  return <StatusDot state="good">{t('run.done')}</StatusDot>
}
