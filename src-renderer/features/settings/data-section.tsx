/** Where everything lives, and the way to it. */
import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppInfo } from '../../../src-main/api/contract/app.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

export function DataSection({ info }: { info: AppInfo }) {
  const { t } = useTranslation('settings')
  const open = async () => {
    try {
      const { opened, path } = await client.app.openFolder({ folder: 'data' })
      if (!opened) toast(t('folderNotOpened', { path }))
    } catch (error) {
      toast(errorWords(error).message, { tone: 'error' })
    }
  }
  return (
    <Panel
      title={t('data')}
      padded
      actions={
        info.host === 'electron' && (
          <Button size="sm" icon={FolderOpen} onClick={() => void open()}>
            {t('openFolder')}
          </Button>
        )
      }
    >
      <p className="text-ink-2 text-sm">{t('dataText')}</p>
      <div className="mt-2 flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all font-mono text-xs">{info.dataDir}</code>
        <CopyButton text={info.dataDir} size="sm" />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-sm">
        <dt className="text-ink-3">{t('engine')}</dt>
        <dd>{info.engine === 'embedded' ? t('engineEmbedded') : t('engineServer')}</dd>
      </dl>
    </Panel>
  )
}
