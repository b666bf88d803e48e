/** Running a tool by hand: form or raw JSON, run and cancel, the result, and the runs of this session. */
import { Play, Square } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolView } from '../../../src-main/api/contract/tools.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ResultView } from './result-view.tsx'
import { schemaFaults } from './schema-check.ts'
import { faultWords, ToolForm } from './tool-form.tsx'
import { type ToolRun, useToolRuns } from './tool-runs.ts'

export function RunPanel({ tool }: { readonly tool: ToolView }) {
  const { t } = useTranslation('tools')
  const formId = useId()
  const faultId = useId()
  const start = useToolRuns((state) => state.start)
  const cancel = useToolRuns((state) => state.cancel)
  const all = useToolRuns((state) => state.runs)
  const runs = all.filter((run) => run.tool === tool.name)
  const [mode, setMode] = useState('form')
  const [args, setArgs] = useState<unknown>({})
  const [json, setJson] = useState('{}')
  const [fault, setFault] = useState<string | null>(null)
  const [shownId, setShownId] = useState<number | null>(null)
  const shown = runs.find((run) => run.id === shownId) ?? runs[0] ?? null
  const running = runs.find((run) => run.state === 'running') ?? null

  const run = (value: unknown) => setShownId(start(tool.name, value))

  const runJson = () => {
    const parsed = parseArguments(json)
    if (parsed.ok === false) return setFault(t('fault.json', { reason: parsed.reason }))
    const faults = schemaFaults(tool.inputSchema, parsed.value)
    setFault(faults.length > 0 ? faults.map((one) => `${one.path.join('.')}: ${faultWords(t, one)}`).join('\n') : null)
    // The hub decides what fits; a fault here is a warning, so that its own refusal can be seen too.
    run(parsed.value)
  }

  const choose = (next: string) => {
    // What was typed comes along; JSON that does not parse stays where it is, with its fault.
    if (next === 'json') setJson(JSON.stringify(args ?? {}, null, 2))
    else {
      const parsed = parseArguments(json)
      if (parsed.ok === false) return setFault(t('fault.json', { reason: parsed.reason }))
      setArgs(parsed.value)
    }
    setFault(null)
    setMode(next)
  }

  const show = (one: ToolRun) => {
    setShownId(one.id)
    setArgs(one.args)
    setJson(JSON.stringify(one.args ?? {}, null, 2))
    setFault(null)
  }

  return (
    <>
      <Panel title={t('run.title')} padded>
        <Tabs
          label={t('run.input')}
          value={mode}
          onChange={choose}
          tabs={[
            {
              value: 'form',
              label: t('run.form'),
              content: (
                <ToolForm
                  id={formId}
                  schema={tool.inputSchema}
                  value={args}
                  onChange={setArgs}
                  onSubmit={(value) => run(value ?? {})}
                />
              ),
            },
            {
              value: 'json',
              label: t('run.json'),
              content: (
                <Textarea
                  aria-label={t('run.jsonLabel')}
                  aria-invalid={fault !== null || undefined}
                  aria-describedby={fault ? faultId : undefined}
                  className="min-h-40 font-mono text-xs"
                  spellCheck={false}
                  value={json}
                  onChange={(event) => setJson(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
                      runJson()
                  }}
                />
              ),
            },
          ]}
        />
        {fault && (
          <p id={faultId} role="alert" className="mt-2 whitespace-pre-line text-red text-xs">
            {fault}
          </p>
        )}
        <div className="mt-4 flex items-center gap-2">
          {mode === 'form' ? (
            <Button type="submit" form={formId} variant="primary" icon={Play} disabled={running !== null}>
              {t('run.run')}
            </Button>
          ) : (
            <Button variant="primary" icon={Play} disabled={running !== null} onClick={runJson}>
              {t('run.run')}
            </Button>
          )}
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
      {runs.length > 1 && <RunHistory runs={runs} shownId={shown?.id ?? null} onShow={show} />}
    </>
  )
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/** Empty text stands for no arguments. */
export function parseArguments(text: string): Parsed {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

function Elapsed({ since }: { readonly since: number }) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
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

function RunHistory(props: {
  readonly runs: readonly ToolRun[]
  readonly shownId: number | null
  readonly onShow: (run: ToolRun) => void
}) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  return (
    <Panel title={t('history.title')} about={t('history.about')}>
      <ul className="flex flex-col">
        {props.runs.map((run) => (
          <li key={run.id} className="border-line border-t">
            <button
              type="button"
              aria-current={run.id === props.shownId || undefined}
              onClick={() => props.onShow(run)}
              className={cx(
                'flex w-full items-center gap-3 px-3.5 py-1.5 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2',
                run.id === props.shownId && 'bg-sunken',
              )}
            >
              <span className="shrink-0 text-ink-2">
                {new Intl.DateTimeFormat(format.locale, {
                  hour: '2-digit',
                  minute: '2-digit',
                  second: '2-digit',
                  hour12: false,
                }).format(run.startedAt)}
              </span>
              <span className="shrink-0">
                <RunState run={run} />
              </span>
              <code className="min-w-0 flex-1 truncate font-mono text-ink-2 text-xs">{JSON.stringify(run.args)}</code>
              <span className="shrink-0 text-ink-3 text-xs">
                {run.outcome && format.elapsed(run.outcome.durationMs)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
