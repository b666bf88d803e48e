/** Servers in the settings of other programs of this computer, to be chosen. */
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundClient } from '../../../../src-main/api/contract/servers.ts'
import { client } from '../../../rpc/client.ts'
import { useLoaded } from '../../../stores/use-loaded.ts'
import { Checkbox, CheckboxLine } from '../../../ui/checkbox.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { spelledOut } from '../marked-text.ts'
import { chosenProposals, type ReadProposals } from './read-proposals.ts'
import { TabFrame } from './tab-frame.tsx'

export interface FindTabProps {
  isBusy: boolean
  onRead: ReadProposals
  children: ReactNode
}

/** Places of the chosen entries, by client. */
type Chosen = Readonly<Record<string, ReadonlySet<number>>>

export function FindTab({ isBusy, onRead, children }: FindTabProps) {
  const { t } = useTranslation('servers')
  const found = useLoaded('found-servers', () => client.servers.find(), [])
  const [chosen, setChosen] = useState<Chosen>({})
  const count = Object.values(chosen).reduce((sum, places) => sum + places.size, 0)
  const read = async () => {
    const lists = (found.value ?? []).map(async (one) => {
      const places = chosen[one.client]
      if (!places || places.size === 0) return []
      return chosenProposals(one, places, await client.servers.propose({ kind: 'client', client: one.client }))
    })
    const proposals = (await Promise.all(lists)).flat()
    if (proposals.length === 0) throw new Error(t('find.gone'))
    return proposals
  }
  return (
    <TabFrame
      canGoOn={count > 0}
      isBusy={isBusy}
      label={count > 0 ? t('add.reviewCount', { count }) : undefined}
      onGoOn={() => onRead(read)}
      error={children}
    >
      <p className="text-ink-2 text-sm">{t('find.text')}</p>
      {found.value === null && found.error === null && <SkeletonLines lines={6} />}
      {found.error !== null && <ErrorState title={t('find.failed')} error={found.error} onRetry={found.reload} />}
      {found.value?.length === 0 && (
        <EmptyState icon={SearchX} title={t('find.none')}>
          {t('find.noneText')}
        </EmptyState>
      )}
      <ul className="flex flex-col gap-3">
        {found.value?.map((one) => (
          <ClientEntries
            key={`${one.client}${one.file}`}
            found={one}
            places={chosen[one.client] ?? none}
            onChoose={(places) => setChosen((before) => ({ ...before, [one.client]: places }))}
          />
        ))}
      </ul>
    </TabFrame>
  )
}

const none: ReadonlySet<number> = new Set()

interface ClientEntriesProps {
  found: FoundClient
  places: ReadonlySet<number>
  onChoose: (places: ReadonlySet<number>) => void
}

function ClientEntries({ found, places, onChoose }: ClientEntriesProps) {
  const { t } = useTranslation('servers')
  const { name, file, servers, problem } = found
  const turn = (place: number, isChosen: boolean) =>
    onChoose(new Set(isChosen ? [...places, place] : [...places].filter((one) => one !== place)))
  return (
    <li className="overflow-hidden rounded-lg border border-line">
      <div className="flex items-center gap-2.5 bg-sunken px-3 py-2">
        {servers.length > 0 && (
          <Checkbox
            label={t('find.all', { name })}
            checked={places.size === 0 ? false : places.size === servers.length ? true : 'some'}
            onChange={(isChosen) => onChoose(new Set(isChosen ? servers.keys() : []))}
          />
        )}
        <h3 className="shrink-0 font-medium text-sm">{name}</h3>
        <span className="min-w-0 truncate font-mono text-ink-3 text-xs" title={file}>
          {file}
        </span>
      </div>
      {problem !== null && (
        <p className="border-line border-t px-3 py-2 text-amber text-sm [overflow-wrap:anywhere]">
          {t('find.problem', { problem })}
        </p>
      )}
      {problem === null && servers.length === 0 && (
        <p className="border-line border-t px-3 py-2 text-ink-3 text-sm">{t('find.noServers')}</p>
      )}
      {servers.map((server, place) => (
        <CheckboxLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand twice in a file, a place does not
          key={place}
          className="border-line border-t py-2 hover:bg-hover/40"
          checked={places.has(place)}
          onChange={(isChosen) => turn(place, isChosen)}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm">{spelledOut(server.name)}</span>
            {server.summary !== '' && (
              <span className="block truncate font-mono text-ink-3 text-xs">{spelledOut(server.summary)}</span>
            )}
          </span>
          {server.known && <Chip>{t('find.known')}</Chip>}
        </CheckboxLine>
      ))}
    </li>
  )
}
