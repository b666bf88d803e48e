/** Which agents of the app may use a tool, or any tool of a server. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail, ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { agentNames } from './agents.ts'

/** `tool` null: all tools of the server at once. */
export function AgentSwitches(props: { readonly server: ServerDetail; readonly tool: ServerToolView | null }) {
  const { t } = useTranslation('serverPage')
  const id = useId()
  const { server, tool } = props
  const read = useLoaded(`blocks ${server.id}`, () => client.servers.blocks.list(), [])
  const [isBusy, setBusy] = useState(false)
  const blocks = (read.value ?? []).filter((block) => block.serverId === server.id)
  const agents = [...new Set([...agentNames, ...blocks.map((block) => block.agent)])]
  const names = tool ? [tool.name] : server.toolList.map((one) => one.name)

  const turn = async (agent: string, isAllowed: boolean) => {
    setBusy(true)
    try {
      for (const name of names) {
        const isBlocked = blocks.some((block) => block.agent === agent && block.tool === name)
        if (isBlocked !== isAllowed) continue
        await client.servers.blocks.set({ agent, serverId: server.id, tool: name, blocked: !isAllowed })
      }
    } catch (error) {
      const words = errorWords(error)
      toast([t('agents.failed'), words.hint ?? words.message].join(' '), { tone: 'error' })
    } finally {
      setBusy(false)
      read.reload()
    }
  }

  return (
    <Panel title={t('agents.title')} padded>
      <p className="mb-2 max-w-[640px] text-ink-2 text-sm">{t(tool ? 'agents.toolText' : 'agents.serverText')}</p>
      {read.error !== null && !read.value && (
        <ErrorState title={t('agents.listFailed')} error={read.error} onRetry={read.reload} />
      )}
      <ul className="flex flex-col">
        {agents.map((agent) => {
          const blocked = names.filter((name) => blocks.some((one) => one.agent === agent && one.tool === name)).length
          return (
            <li key={agent} className="flex min-h-9 items-center gap-3 border-line border-t text-sm first:border-t-0">
              <label htmlFor={`${id}-${agent}`} className="min-w-0 flex-1">
                {agent === 'QUICK' ? t('agents.quick') : agent}
                {!tool && blocked > 0 && blocked < names.length && (
                  <span className="ml-2 text-ink-3 text-xs">{t('agents.some', { count: blocked })}</span>
                )}
              </label>
              <Switch
                id={`${id}-${agent}`}
                checked={names.length > 0 && blocked < names.length}
                disabled={!read.value || isBusy || names.length === 0}
                onChange={(on) => void turn(agent, on)}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
