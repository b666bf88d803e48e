/** What can be done with the whole server: start, stop, restart, ask again, and the rarer things in a menu. */
import { Copy, Download, Ellipsis, Pencil, Play, RefreshCw, RotateCcw, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { saveFile } from '../../format/save-file.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ServerTabProps } from './use-server.ts'

export function ServerActions({ server, busy, change }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name } = server
  const isRunning = server.state === 'ready' || server.state === 'starting'
  const isWaiting = server.state === 'needs-approval'
  // What failed may still be trying again: stopping it ends that.
  const canStop = isRunning || (server.state === 'failed' && server.enabled)

  const act = (verb: 'start' | 'stop' | 'restart' | 'refresh') =>
    void change({ name: verb, failed: t(`act.${verb}Failed`), act: () => client.servers[verb]({ id }) })
  const tell = (failed: string, error: unknown) => {
    const words = errorWords(error)
    toast([failed, words.hint ?? words.message].join(' '), { tone: 'error' })
  }
  const duplicate = async () => {
    try {
      const made = await client.servers.duplicate({ id })
      navigate(`/servers/${made.id}/settings`)
    } catch (error) {
      tell(t('act.duplicateFailed'), error)
    }
  }
  const save = async () => {
    try {
      const { fileName, text } = await client.servers.export({ ids: [id] })
      saveFile(fileName, new Blob([text], { type: 'application/json' }))
      toast(t('act.exported', { file: fileName }))
    } catch (error) {
      tell(t('act.exportFailed'), error)
    }
  }
  const remove = async () => {
    try {
      await client.servers.remove({ ids: [id] })
      toast(t('act.removed', { name }))
      navigate('/servers')
    } catch (error) {
      tell(t('act.removeFailed'), error)
    }
  }

  return (
    <>
      {!isRunning && (
        <IconButton
          icon={Play}
          label={t(isWaiting ? 'act.startAfterApproval' : 'act.start')}
          side="bottom"
          disabled={busy !== null || isWaiting}
          onClick={() => act('start')}
        />
      )}
      {canStop && (
        <IconButton
          icon={Square}
          label={t('act.stop')}
          side="bottom"
          disabled={busy !== null}
          onClick={() => act('stop')}
        />
      )}
      <IconButton
        icon={RotateCcw}
        label={t('act.restart')}
        side="bottom"
        disabled={busy !== null || !isRunning}
        onClick={() => act('restart')}
      />
      <IconButton
        icon={RefreshCw}
        label={t('act.refresh')}
        side="bottom"
        disabled={busy !== null || server.state !== 'ready'}
        onClick={() => act('refresh')}
      />
      <Menu
        trigger={<IconButton icon={Ellipsis} label={common('more')} side="bottom" />}
        items={[
          { label: t('act.edit'), icon: Pencil, onSelect: () => navigate(`/servers/${id}/settings`) },
          { label: t('act.duplicate'), icon: Copy, onSelect: () => void duplicate() },
          { label: t('act.export'), icon: Download, onSelect: () => void save() },
          'separator',
          {
            label: t('act.remove'),
            icon: Trash2,
            danger: true,
            disabled: server.declaredIn !== null,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t('act.removeTitle', { name })}
        description={t('act.removeText')}
        confirmLabel={t('act.remove')}
        onConfirm={remove}
      />
    </>
  )
}
