/** What has to be known of a tool before its name is read: new, changed, off, set aside, warned of. */
import { useTranslation } from 'react-i18next'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { Chip } from '../../ui/chip.tsx'

export function ToolMarks({ tool }: { readonly tool: ServerToolView }) {
  const { t } = useTranslation('serverPage')
  return (
    <>
      {tool.trust !== 'approved' && <Chip tone="amber">{t(`trust.${tool.trust}`)}</Chip>}
      {tool.setAside !== null && tool.trust === 'approved' && tool.enabled && <Chip>{t('setAside')}</Chip>}
      {tool.warnings.length > 0 && <Chip tone="amber">{t('warned', { count: tool.warnings.length })}</Chip>}
    </>
  )
}
