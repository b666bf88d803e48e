/** Groups of tools that are switched as one, by the person and, where they allow it, by an agent. */
import { Layers, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolGroupView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { ListState } from '../connect/list-state.tsx'
import { GroupDialog } from './group-dialog.tsx'

export function GroupsPanel() {
  const { t } = useTranslation('servers')
  const read = useLoaded('tool-groups', () => client.servers.groups.list(), ['tools-changed'])
  /** What a change answered is newer than what was read. */
  const [told, setTold] = useState<{ over: unknown; groups: readonly ToolGroupView[] } | null>(null)
  const [editing, setEditing] = useState<{ group: ToolGroupView | null } | null>(null)
  const [removing, setRemoving] = useState<ToolGroupView | null>(null)
  const groups = told?.over === read.value ? told.groups : (read.value ?? [])
  const tell = (next: readonly ToolGroupView[]) => setTold({ over: read.value, groups: next })
  const fail = (failed: string, error: unknown) => {
    const words = errorWords(error)
    toast([failed, words.hint ?? words.message].join(' '), { tone: 'error' })
  }
  const turn = async (group: ToolGroupView, active: boolean) => {
    tell(groups.map((one) => (one.name === group.name ? { ...one, active } : one)))
    try {
      tell(await client.servers.groups.save({ ...group, active }))
    } catch (error) {
      tell(groups)
      fail(t('group.switchFailed', { name: group.name }), error)
    }
  }
  const remove = async ({ name }: ToolGroupView) => {
    try {
      tell(await client.servers.groups.remove({ name }))
      toast(t('group.removed', { name }))
    } catch (error) {
      fail(t('group.removeFailed', { name }), error)
    }
  }
  return (
    <Panel
      title={t('group.title')}
      about={t('group.about')}
      actions={
        <Button size="sm" icon={Plus} disabled={read.value === null} onClick={() => setEditing({ group: null })}>
          {t('group.add')}
        </Button>
      }
    >
      {read.value !== null && groups.length === 0 ? (
        <p className="border-line border-t px-3.5 py-3 text-ink-2 text-sm">{t('group.text')}</p>
      ) : (
        <ListState
          read={told ? { ...read, value: groups } : read}
          failedTitle={t('group.failed')}
          icon={Layers}
          emptyTitle={t('group.none')}
        >
          {t('group.text')}
        </ListState>
      )}
      <ul>
        {groups.map((group) => (
          <li key={group.name} className="flex items-center gap-3 border-line border-t px-3.5 py-2.5">
            <Switch
              label={t('group.switch', { name: group.name })}
              checked={group.active}
              onChange={(active) => void turn(group, active)}
            />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-medium [overflow-wrap:anywhere]">{group.name}</span>
                <span className="text-ink-3 text-xs">
                  {t(group.active ? 'group.on' : 'group.off')} · {t('group.members', { count: group.members.length })}
                </span>
                {group.byAgent && <Chip>{t('group.byAgentChip')}</Chip>}
              </p>
              {group.description !== '' && (
                <p className="text-ink-2 text-xs [overflow-wrap:anywhere]">{group.description}</p>
              )}
            </div>
            <IconButton
              icon={Pencil}
              size="sm"
              label={t('group.editOne', { name: group.name })}
              onClick={() => setEditing({ group })}
            />
            <IconButton
              icon={Trash2}
              size="sm"
              label={t('group.removeOne', { name: group.name })}
              onClick={() => setRemoving(group)}
            />
          </li>
        ))}
      </ul>
      {editing && <GroupDialog group={editing.group} groups={groups} onClose={() => setEditing(null)} onSaved={tell} />}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={t('group.removeAsk', { name: removing.name })}
          description={t('group.removeText')}
          confirmLabel={t('removeConfirm')}
          onConfirm={() => remove(removing)}
        />
      )}
    </Panel>
  )
}
