/** The test console: a tool run by hand with a form or JSON, its progress, every run of this session, and the call as text. */
import { Braces, Ellipsis, Play, Square, Terminal } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail, ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApp } from '../../stores/app.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../connect/use-now.ts'
import { parseArguments } from '../tools/run-panel.tsx'
import { schemaFaults } from '../tools/schema-check.ts'
import { faultWords, ToolForm } from '../tools/tool-form.tsx'
import { callCurl, callJson } from './call-text.ts'
import { RunHistory } from './run-history.tsx'
import { RunResult } from './run-result.tsx'
import { type ServerRun, useServerRuns } from './server-runs.ts'

export function TestConsole(props: { readonly server: ServerDetail; readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  const { t: tools } = useTranslation('tools')
  const { server, tool } = props
  const formId = useId()
  const faultId = useId()
  const start = useServerRuns((state) => state.start)
  const cancel = useServerRuns((state) => state.cancel)
  const all = useServerRuns((state) => state.runs)
  const runs = all.filter((run) => run.serverId === server.id && run.tool === tool.name)
  const [mode, setMode] = useState<'form' | 'json'>('form')
  const [args, setArgs] = useState<unknown>({})
  const [json, setJson] = useState('{}')
  const [fault, setFault] = useState<string | null>(null)
  const [shownId, setShownId] = useState<number | null>(null)
  const shown = runs.find((run) => run.id === shownId) ?? runs[0] ?? null
  const running = runs.find((run) => run.state === 'running') ?? null
  const isReady = server.state === 'ready'

  const run = (value: unknown) => setShownId(start(server.id, tool.name, value))
  const readJson = () => {
    const parsed = parseArguments(json)
    setFault(parsed.ok ? null : tools('fault.json', { reason: parsed.reason }))
    return parsed
  }
  const runJson = () => {
    const parsed = readJson()
    if (parsed.ok === false) return
    const faults = schemaFaults(tool.inputSchema, parsed.value)
    // The server decides what fits; a fault here is a warning, so that its own refusal can be seen too.
    if (faults.length > 0) setFault(faults.map((one) => `${one.path.join('.')}: ${faultWords(tools, one)}`).join('\n'))
    run(parsed.value)
  }
  const choose = (next: string) => {
    if (next === 'json') setJson(JSON.stringify(args ?? {}, null, 2))
    else {
      const parsed = readJson()
      if (parsed.ok === false) return
      setArgs(parsed.value)
    }
    setFault(null)
    setMode(next === 'json' ? 'json' : 'form')
  }
  const show = (one: ServerRun) => {
    setShownId(one.id)
    setArgs(one.args)
    setJson(JSON.stringify(one.args ?? {}, null, 2))
    setFault(null)
  }
  const current = () => {
    if (mode === 'form') return args
    const parsed = readJson()
    return parsed.ok ? parsed.value : null
  }

  return (
    <>
      <Panel title={t('console.title')} padded actions={<CopyCall server={server} tool={tool} args={current} />}>
        <Tabs
          label={tools('run.input')}
          value={mode}
          onChange={choose}
          tabs={[
            {
              value: 'form',
              label: tools('run.form'),
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
              label: tools('run.json'),
              content: (
                <Textarea
                  aria-label={tools('run.jsonLabel')}
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
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            icon={Play}
            disabled={running !== null}
            {...(mode === 'form' ? { type: 'submit' as const, form: formId } : { onClick: runJson })}
          >
            {tools('run.run')}
          </Button>
          {running && (
            <>
              <Button icon={Square} onClick={() => cancel(running.id)}>
                {tools('run.cancel')}
              </Button>
              <Running run={running} />
            </>
          )}
          {!isReady && !running && (
            <span className="text-ink-3 text-xs">
              {t(server.state === 'stopped' ? 'console.stopped' : 'console.notReady')}
            </span>
          )}
        </div>
      </Panel>
      {shown && shown.state !== 'running' && <RunResult key={shown.id} run={shown} onAgain={() => run(shown.args)} />}
      {runs.length > 1 && <RunHistory runs={runs} shownId={shown?.id ?? null} onShow={show} />}
    </>
  )
}

function Running({ run }: { readonly run: ServerRun }) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const now = useNow(500)
  const { progress } = run
  const share = progress?.total ? Math.min(1, progress.done / progress.total) : null
  return (
    <div className="flex min-w-56 flex-1 flex-col gap-1">
      <span className="flex flex-wrap gap-x-2 text-ink-2 text-sm">
        <span role="status">{progress?.message ?? t('run.running')}</span>
        <span aria-hidden>{format.elapsed(Math.max(0, Math.floor((now - run.startedAt) / 1000) * 1000))}</span>
        {progress && (
          <span className="text-ink-3">
            {progress.total === null
              ? format.number(progress.done)
              : `${format.number(progress.done)} / ${format.number(progress.total)}`}
          </span>
        )}
      </span>
      <Progress label={progress?.message ?? t('run.running')} value={share} />
    </div>
  )
}

function CopyCall(props: {
  readonly server: ServerDetail
  readonly tool: ServerToolView
  /** Null when what is typed is no JSON. */
  readonly args: () => unknown
}) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const url = useApp((state) => state.info?.mcpUrl ?? null)
  const copy = (text: (args: unknown) => string) => {
    const args = props.args()
    if (args === null) return
    navigator.clipboard.writeText(text(args)).then(
      () => toast(common('copied')),
      () => toast(common('copyFailed'), { tone: 'error' }),
    )
  }
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t('console.copyAs')} />}
      items={[
        {
          label: t('console.copyJson'),
          icon: Braces,
          onSelect: () => copy((args) => callJson(props.tool.name, args)),
        },
        {
          label: t(props.server.shared ? 'console.copyCurl' : 'console.copyCurlShared'),
          icon: Terminal,
          // Only what is shared answers at the hub's own endpoint.
          disabled: !props.server.shared || url === null,
          onSelect: () => copy((args) => callCurl(url ?? '', props.tool.alias, args)),
        },
      ]}
    />
  )
}
