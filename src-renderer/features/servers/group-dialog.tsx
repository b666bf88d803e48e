/** A tool group, new or known: its name, who may switch it, and which tools it holds. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolGroupView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { useServers } from '../../stores/servers.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { CheckboxLine } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, TextField } from '../../ui/input.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { memberSections } from './group-members.ts'
import { spelledOut } from './marked-text.ts'

export interface GroupDialogProps {
  /** Null: a new one. */
  group: ToolGroupView | null
  groups: readonly ToolGroupView[]
  onClose: () => void
  onSaved: (groups: ToolGroupView[]) => void
}

const emptyGroup: ToolGroupView = { name: '', description: '', active: true, byAgent: false, members: [] }

export function GroupDialog({ group, groups, onClose, onSaved }: GroupDialogProps) {
  const { t } = useTranslation('servers')
  const [draft, setDraft] = useState(group ?? emptyGroup)
  const name = draft.name.trim()
  const isTaken = groups.some((one) => one !== group && one.name === name)
  const set = (patch: Partial<ToolGroupView>) => setDraft((before) => ({ ...before, ...patch }))
  const save = useAction(async () => {
    let saved = await client.servers.groups.save({ ...draft, name })
    // A group is known by its name: under another one it is another, and the old one goes once the new one is there.
    if (group && group.name !== name) saved = await client.servers.groups.remove({ name: group.name })
    onSaved(saved)
    onClose()
  })
  return (
    <FormDialog
      title={t(group ? 'group.edit' : 'group.add')}
      description={t('group.text')}
      confirmLabel={t('group.save')}
      failedTitle={t('group.saveFailed')}
      action={save}
      canSubmit={name !== '' && !isTaken}
      onClose={onClose}
    >
      <TextField
        label={t('group.name')}
        hint={t('group.nameHint')}
        error={isTaken ? t('group.nameTaken') : null}
        value={draft.name}
        maxLength={60}
        autoComplete="off"
        onChange={(name) => set({ name })}
      />
      <TextField
        label={t('group.description')}
        hint={t('group.descriptionHint')}
        value={draft.description}
        maxLength={400}
        autoComplete="off"
        onChange={(description) => set({ description })}
      />
      <div className="flex items-start justify-between gap-3 text-sm">
        <div className="min-w-0">
          <p className="font-medium">{t('group.byAgent')}</p>
          <p className="text-ink-3 text-xs">{t('group.byAgentHint')}</p>
        </div>
        <Switch
          className="mt-0.5"
          label={t('group.byAgent')}
          checked={draft.byAgent}
          onChange={(byAgent) => set({ byAgent })}
        />
      </div>
      <MemberPicker members={draft.members} onChange={(members) => set({ members })} />
    </FormDialog>
  )
}

interface MemberPickerProps {
  members: string[]
  onChange: (members: string[]) => void
}

function MemberPicker({ members, onChange }: MemberPickerProps) {
  const { t } = useTranslation('servers')
  const rows = useServers((state) => state.servers)
  const [search, setSearch] = useState('')
  const ids = (rows ?? []).filter((row) => row.tools.total > 0).map((row) => row.id)
  const read = useLoaded(ids.join(), async () => {
    const answers = await Promise.allSettled(ids.map((id) => client.servers.get({ id })))
    const details = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [failed] = answers.filter((one) => one.status === 'rejected')
    if (failed && details.length === 0) throw failed.reason
    return details
  }, [])
  const sections = memberSections(read.value ?? [], members, search)
  const turn = (aliases: readonly string[], isIn: boolean) =>
    onChange([...members.filter((alias) => !aliases.includes(alias)), ...(isIn ? aliases : [])])
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 flex w-full items-baseline gap-2 font-medium text-sm">
        {t('group.pick')}
        <span className="font-normal text-ink-3 text-xs">{t('selected', { count: members.length })}</span>
      </legend>
      <Input
        type="search"
        aria-label={t('group.findTool')}
        placeholder={t('group.findTool')}
        value={search}
        // Enter here looks for a tool; it does not save the group.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="h-52 overflow-y-auto rounded-md border border-line">
        {read.value === null && read.error === null && (
          <div className="p-3">
            <SkeletonLines lines={5} />
          </div>
        )}
        {read.error !== null && (
          <div className="p-2">
            <ErrorState title={t('group.toolsFailed')} error={read.error} onRetry={read.reload} />
          </div>
        )}
        {read.value !== null && sections.length === 0 && (
          <p className="px-3 py-4 text-center text-ink-3 text-sm">
            {t(search === '' ? 'group.noTools' : 'group.noMatch')}
          </p>
        )}
        {sections.map(({ server, tools }) => {
          const inside = tools.filter((tool) => members.includes(tool.alias)).length
          return (
            <div key={server ?? ''}>
              <CheckboxLine
                className="sticky top-0 bg-sunken py-1.5 font-medium text-xs"
                checked={inside === 0 ? false : inside === tools.length ? true : 'some'}
                onChange={(isIn) =>
                  turn(
                    tools.map((tool) => tool.alias),
                    isIn,
                  )
                }
              >
                {server === null ? t('group.gone') : spelledOut(server)}
              </CheckboxLine>
              {tools.map(({ alias, title }) => (
                <CheckboxLine
                  key={alias}
                  className="py-1 text-sm hover:bg-hover/40"
                  checked={members.includes(alias)}
                  onChange={(isIn) => turn([alias], isIn)}
                >
                  <span className="min-w-0 truncate">{spelledOut(title)}</span>
                  {title !== alias && (
                    <span className="ml-auto min-w-0 truncate font-mono text-ink-3 text-xs">{spelledOut(alias)}</span>
                  )}
                </CheckboxLine>
              ))}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
