/** One tool of a server: what it says of itself, what it takes, who may use it, and running it by hand. */
import { ArrowLeft, Ban, Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerToolView, ToolPolicyView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Panel } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ParameterTable } from '../tools/parameter-table.tsx'
import { AgentSwitches } from './agent-switches.tsx'
import { ApproveToolsDialog } from './approve-tools-dialog.tsx'
import { PresetPanel } from './preset-panel.tsx'
import { ReadableText } from './readable-text.tsx'
import { TestConsole } from './test-console.tsx'
import { withTools } from './tool-choice.ts'
import { ToolDifference } from './tool-difference.tsx'
import { ToolMarks } from './tool-marks.tsx'
import { ToolWarnings } from './tool-warnings.tsx'
import type { ServerTabProps } from './use-server.ts'

const policies: readonly ToolPolicyView[] = ['allow', 'ask', 'block']

interface ServerToolDetailProps extends ServerTabProps {
  readonly tool: ServerToolView
  readonly onSwitch: (enabled: boolean) => void
  /** In a narrow window: back to the list. */
  readonly onBack: (() => void) | null
}

export function ServerToolDetail(props: ServerToolDetailProps) {
  const { t } = useTranslation('serverPage')
  const { server, tool, change } = props
  const [isApproving, setApproving] = useState(false)
  const setPolicy = (policy: ToolPolicyView | null) =>
    void change({
      name: 'tools',
      failed: t('tools.switchFailed'),
      meanwhile: withTools(server, [tool.name], { policy }),
      act: () => client.servers.setTools({ id: server.id, tools: [tool.name], policy }),
    })
  return (
    <div className="@container min-h-0 min-w-0 flex-1 overflow-y-auto">
      <div className="flex min-w-0 flex-col gap-4.5 px-6 pt-4 pb-10">
        <header className="flex flex-col gap-2.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {props.onBack && (
              <Button size="sm" variant="ghost" icon={ArrowLeft} className="-ml-2" onClick={props.onBack}>
                {t('tools.back')}
              </Button>
            )}
            <h2 className="min-w-0 break-words font-semibold text-[15px]">{tool.title || tool.name}</h2>
            <ToolMarks tool={tool} />
            <div className="ml-auto flex items-center gap-3">
              <div className="w-44">
                <Select
                  label={t('policy.title')}
                  value={tool.policy ?? 'server'}
                  options={[
                    {
                      value: 'server',
                      label: t('policy.server', { policy: t(`policy.${server.settings.policy}`) }),
                    },
                    ...policies.map((policy) => ({ value: policy, label: t(`policy.${policy}`) })),
                  ]}
                  onChange={(value) => setPolicy(policies.find((one) => one === value) ?? null)}
                />
              </div>
              <Switch
                label={t('tools.switch', { name: tool.title || tool.name })}
                checked={tool.enabled && tool.trust === 'approved'}
                disabled={tool.trust !== 'approved'}
                onChange={props.onSwitch}
              />
            </div>
          </div>
          <Names tool={tool} />
          {tool.setAside !== null && (
            <p className="flex items-start gap-2 text-ink-2 text-sm">
              <Ban className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} aria-hidden />
              {tool.setAside}
            </p>
          )}
          <ToolWarnings tool={tool} />
          {tool.description && (
            <p className="max-w-[760px] text-sm">
              <ReadableText text={tool.description} />
            </p>
          )}
          <Hints tool={tool} />
        </header>
        {tool.trust === 'changed' && (
          <Panel
            title={t('difference.title')}
            padded
            actions={
              <Button size="sm" variant="primary" onClick={() => setApproving(true)}>
                {t('difference.look')}
              </Button>
            }
          >
            <ToolDifference tool={tool} />
          </Panel>
        )}
        <Panel title={t('parameters')}>
          <ParameterTable schema={tool.inputSchema} />
        </Panel>
        <TestConsole server={server} tool={tool} />
        <PresetPanel {...props} />
        <AgentSwitches server={server} tool={tool} />
        <Schemas tool={tool} />
      </div>
      {isApproving && <ApproveToolsDialog server={server} change={change} onClose={() => setApproving(false)} />}
    </div>
  )
}

function Names({ tool }: { readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-xs">
      <dt className="text-ink-3">{t('names.own')}</dt>
      <dd className="break-all font-mono text-ink-2">{tool.name}</dd>
      {tool.alias !== tool.name && (
        <>
          <dt className="text-ink-3">{t('names.offered')}</dt>
          <dd className="break-all font-mono text-ink-2">{tool.alias}</dd>
        </>
      )}
    </dl>
  )
}

/** Annotations come from the server and prove nothing. */
function Hints({ tool }: { readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  const { readOnly, destructive, idempotent, openWorld } = tool.annotations
  const said = [
    readOnly !== null && t(readOnly ? 'hint.readOnly' : 'hint.writes'),
    // Both are about writing, so they say nothing of a tool that only reads (MCP, ToolAnnotations).
    readOnly !== true && destructive !== null && t(destructive ? 'hint.destructive' : 'hint.adds'),
    readOnly !== true && idempotent !== null && t(idempotent ? 'hint.repeatable' : 'hint.notRepeatable'),
    openWorld !== null && t(openWorld ? 'hint.open' : 'hint.closed'),
  ].filter((one) => one !== false)
  if (said.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-ink-3 text-xs">
      <Info className="size-3.5" strokeWidth={1.6} aria-hidden />
      {t('hint.says')}
      {said.map((words) => (
        <Chip key={words}>{words}</Chip>
      ))}
    </div>
  )
}

function Schemas({ tool }: { readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  const schemas = [
    { label: t('schema.input'), value: tool.inputSchema },
    { label: t('schema.output'), value: tool.outputSchema },
  ]
  return (
    <div className="flex flex-col gap-2">
      {schemas.map(
        (schema) =>
          schema.value && (
            <details key={schema.label} className="text-sm">
              <summary className="w-fit text-ink-2">{schema.label}</summary>
              <div className="mt-2">
                <CodeBlock code={JSON.stringify(schema.value, null, 2)} label={schema.label} />
              </div>
            </details>
          ),
      )}
    </div>
  )
}
