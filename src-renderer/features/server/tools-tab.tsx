/** The tools of one server: a list that stays quick with hundreds, and one of them beside it. */
import { Wrench } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useLayout } from '../../stores/layout.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ServerToolDetail } from './server-tool-detail.tsx'
import { ServerToolList } from './server-tool-list.tsx'
import { shownTools, type ToolFilter, withTools } from './tool-choice.ts'
import type { ServerTabProps } from './use-server.ts'

export function ToolsTab(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { server, change } = props
  const isNarrow = useLayout((state) => state.isNarrow)
  const [words, setWords] = useState('')
  const [filter, setFilter] = useState<ToolFilter>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const tools = useMemo(() => shownTools(server.toolList, words, filter), [server.toolList, words, filter])
  const selected =
    server.toolList.find((tool) => tool.name === chosen) ?? (isNarrow ? null : (tools[0] ?? server.toolList[0] ?? null))

  const turn = (names: readonly string[], enabled: boolean) =>
    void change({
      name: 'tools',
      failed: t('tools.switchFailed'),
      meanwhile: withTools(server, names, { enabled }),
      act: () => client.servers.setTools({ id: server.id, tools: [...names], enabled }),
    })

  if (server.toolList.length === 0) {
    return (
      <EmptyState icon={Wrench} title={t(server.listedAt ? 'tools.none' : 'tools.notListed')}>
        {t(server.listedAt ? 'tools.noneText' : 'tools.notListedText')}
      </EmptyState>
    )
  }
  const list = (
    <ServerToolList
      {...props}
      tools={tools}
      selected={selected?.name ?? null}
      words={words}
      filter={filter}
      onWords={setWords}
      onFilter={setFilter}
      onSelect={setChosen}
      onSwitch={turn}
    />
  )
  const detail = selected && (
    <ServerToolDetail
      key={selected.name}
      {...props}
      tool={selected}
      onSwitch={(enabled) => turn([selected.name], enabled)}
      onBack={isNarrow ? () => setChosen(null) : null}
    />
  )
  if (isNarrow) return <div className="flex h-full min-h-0 flex-col">{detail ?? list}</div>
  return (
    <div className="flex h-full min-h-0">
      <div className="flex w-[332px] shrink-0 flex-col border-line border-r">{list}</div>
      {detail}
    </div>
  )
}
