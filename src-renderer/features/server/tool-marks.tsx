/** What has to be known of a tool before its name is read: new, changed, off, set aside, warned of. */
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { Chip } from '../../ui/chip.tsx'

/** `isCompact`: where the name needs the room, warnings are a sign with a spoken word. */
export function ToolMarks({
  tool,
  isCompact = false,
}: {
  readonly tool: ServerToolView
  readonly isCompact?: boolean
}) {
  const { t } = useTranslation('serverPage')
  const warned = t('warned', { count: tool.warnings.length })
  return (
    <>
      {tool.trust !== 'approved' && <Chip tone="amber">{t(`trust.${tool.trust}`)}</Chip>}
      {tool.setAside !== null && tool.trust === 'approved' && tool.enabled && <Chip>{t('setAside')}</Chip>}
      {tool.warnings.length > 0 &&
        (isCompact ? (
          <span title={warned} className="text-amber">
            <TriangleAlert className="size-4" strokeWidth={1.6} aria-hidden />
            <span className="sr-only">{warned}</span>
          </span>
        ) : (
          <Chip tone="amber">{warned}</Chip>
        ))}
    </>
  )
}
