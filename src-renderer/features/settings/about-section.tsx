/** Version and licence. */
import { useTranslation } from 'react-i18next'
import type { AppInfo } from '../../../src-main/api/contract/app.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/page.tsx'

export function AboutSection({ info }: { info: AppInfo }) {
  const { t } = useTranslation('settings')
  const host = info.host === 'electron' ? t('hostWindow') : t('hostBrowser')
  const version = t('version', { version: info.version, host, platform: info.platform })
  return (
    <Panel title={t('about')} padded>
      <p className="flex items-center gap-1 text-sm">
        {version}
        <CopyButton text={version} size="sm" />
      </p>
      <p className="text-ink-2 text-sm">{t('licence')}</p>
      <p className="mt-2 text-ink-3 text-xs">{t('notMedical')}</p>
    </Panel>
  )
}
