/** The test console: a tool run by hand with a form or JSON, its progress, every run of this session, and the call as text. */
import { Braces, Ellipsis, Square, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail, ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApp } from '../../stores/app.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../connect/use-now.ts'
import { ArgumentInput, RunButton, useArgumentInput } from '../tools/argument-input.tsx'
import { RunHistory } from '../tools/run-history.tsx'
import { callCurl, callJson } from './call-text.ts'
import { RunResult, RunState } from './run-result.tsx'
import { type ServerRun, useServerRuns } from './server-runs.ts'

export function TestConsole(props: { readonly server: ServerDetail; readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  const { t: tools } = useTranslation('tools')
  const { server, tool } = props
  const start = useServerRuns((state) => state.start)
  const cancel = useServerRuns((state) => state.cancel)
  const all = useServerRuns((state) => state.runs)
  const runs = all.filter((run) => run.serverId === server.id && run.tool === tool.name)
  const [shownId, setShownId] = useState<number | null>(null)
  const shown = runs.find((run) => run.id === shownId) ?? runs[0] ?? null
  const running = runs.find((run) => run.state === 'running') ?? null
  const isReady = server.state === 'ready'

  const run = (value: unknown) => setShownId(start(server.id, tool.name, value))
  const input = useArgumentInput(tool.inputSchema, run)
  const show = (one: ServerRun) => {
    setShownId(one.id)
    input.show(one.args)
  }

  return (
    <>
      <Panel title={t('console.title')} padded actions={<CopyCall server={server} tool={tool} args={input.current} />}>
        <ArgumentInput input={input} />
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <RunButton input={input} disabled={running !== null} />
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
      {runs.length > 1 && (
        <RunHistory runs={runs} shownId={shown?.id ?? null} state={(one) => <RunState run={one} />} onShow={show} />
      )}
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
