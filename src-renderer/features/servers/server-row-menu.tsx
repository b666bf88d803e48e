/** What can be done with one server of the list. */
import {
  Copy,
  Download,
  Ellipsis,
  LogIn,
  PanelRight,
  Pencil,
  Play,
  RotateCcw,
  ShieldCheck,
  Square,
  Trash2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { isDeclared, type ServerCommands } from './use-server-commands.ts'

export interface ServerRowMenuProps {
  row: ServerRow
  commands: ServerCommands
  onRemove: () => void
}

export function ServerRowMenu({ row, commands, onRemove }: ServerRowMenuProps) {
  const { t } = useTranslation('servers')
  const [, navigate] = useLocation()
  const { id, state } = row
  const open = `/servers/${id}`
  const isRunning = state === 'ready' || state === 'starting'
  const start: MenuEntry[] =
    state === 'needs-approval'
      ? [{ label: t('act.approve'), icon: ShieldCheck, onSelect: () => navigate(open) }]
      : state === 'needs-login'
        ? [{ label: t('act.login'), icon: LogIn, onSelect: () => navigate(open) }]
        : isRunning
          ? []
          : [{ label: t('act.start'), icon: Play, onSelect: () => void commands.run('start', row) }]
  const stop: MenuEntry[] = [
    { label: t('act.restart'), icon: RotateCcw, onSelect: () => void commands.run('restart', row) },
    { label: t('act.stop'), icon: Square, onSelect: () => void commands.run('stop', row) },
  ]
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} size="sm" label={t('menu', { name: row.name })} side="left" />}
      items={[
        { label: t('act.open'), icon: PanelRight, onSelect: () => navigate(open) },
        'separator',
        ...start,
        // What failed may still be trying again: stopping it ends that.
        ...(isRunning ? stop : state === 'failed' && row.enabled ? stop.slice(1) : []),
        'separator',
        { label: t('act.edit'), icon: Pencil, onSelect: () => navigate(`${open}/settings`) },
        { label: t('act.duplicate'), icon: Copy, onSelect: () => void commands.duplicate(row) },
        { label: t('act.export'), icon: Download, onSelect: () => void commands.save([row]) },
        'separator',
        { label: t('act.remove'), icon: Trash2, danger: true, disabled: isDeclared(row), onSelect: onRemove },
      ]}
    />
  )
}
