/** What a person can do with servers from the list: shown at once where it is safe, told when it fails. */
import { useTranslation } from 'react-i18next'
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'
import { saveFile } from '../../format/save-file.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useServers } from '../../stores/servers.ts'
import { toast } from '../../ui/toast.tsx'

export type ServerVerb = 'start' | 'stop' | 'restart'

export interface ServerCommands {
  readonly run: (verb: ServerVerb, row: ServerRow) => Promise<void>
  readonly share: (row: ServerRow, shared: boolean) => Promise<void>
  readonly enable: (rows: readonly ServerRow[], enabled: boolean) => Promise<void>
  readonly duplicate: (row: ServerRow) => Promise<void>
  readonly save: (rows: readonly ServerRow[]) => Promise<void>
  /** Those that are declared in a file stay. */
  readonly remove: (rows: readonly ServerRow[]) => Promise<void>
}

export const isDeclared = (row: ServerRow) => row.origin.kind === 'file'

export function useServerCommands(): ServerCommands {
  const { t } = useTranslation('servers')
  const { wish, load } = useServers.getState()
  const guarded = async (failed: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      const words = errorWords(error)
      toast([failed, words.message, words.hint].filter(Boolean).join(' '), { tone: 'error' })
    }
  }
  return {
    run: (verb, row) => {
      const { id, name } = row
      const meanwhile: Partial<ServerRow> =
        verb === 'stop'
          ? { state: 'stopped', fault: null, retryAt: null }
          : { state: 'starting', fault: null, retryAt: null }
      return guarded(t(`failed.${verb}`, { name }), () => wish([id], meanwhile, () => client.servers[verb]({ id })))
    },
    share: (row, shared) =>
      guarded(t('failed.share', { name: row.name }), () =>
        wish([row.id], { shared }, () => client.servers.update({ id: row.id, settings: { shared } })),
      ),
    enable: (rows, enabled) =>
      guarded(t(enabled ? 'failed.enable' : 'failed.disable'), async () => {
        // What waits for approval does not start, whatever is wished.
        const able = enabled ? rows.filter((row) => row.state !== 'needs-approval') : rows
        const ids = rows.map((row) => row.id)
        let changed = 0
        await wish(
          able.map((row) => row.id),
          enabled ? { enabled } : { enabled, state: 'stopped', fault: null, retryAt: null },
          async () => {
            changed = (await client.servers.setEnabled({ ids, enabled })).changed
          },
        )
        toast(t(enabled ? 'enabled' : 'disabled', { count: changed }))
      }),
    duplicate: ({ id, name }) =>
      guarded(t('failed.duplicate', { name }), async () => {
        await client.servers.duplicate({ id })
        await load()
        toast(t('duplicated', { name }))
      }),
    save: (rows) =>
      guarded(t('failed.export'), async () => {
        const { fileName, text } = await client.servers.export({ ids: rows.map((row) => row.id) })
        saveFile(fileName, new Blob([text], { type: 'application/json' }))
        toast(t('exported', { count: rows.length, file: fileName }))
      }),
    remove: (rows) =>
      guarded(t('failed.remove'), async () => {
        const { removed } = await client.servers.remove({
          ids: rows.filter((row) => !isDeclared(row)).map((row) => row.id),
        })
        await load()
        toast(t('removed', { count: removed }))
      }),
  }
}
