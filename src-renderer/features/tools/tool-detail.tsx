/** One tool: what it does, who may see it, its parameters, and running it. */
import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToolView } from '../../../src-main/api/contract/tools.ts'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { ParameterTable } from './parameter-table.tsx'
import { Prose } from './prose.tsx'
import { RunPanel } from './run-panel.tsx'

export function ToolDetail({ tool }: { readonly tool: ToolView }) {
  const { t } = useTranslation('tools')
  return (
    <>
      <div className="flex flex-col gap-2.5">
        <div className="flex flex-wrap gap-1.5">
          <Chip>
            {tool.origin.kind === 'server'
              ? t('from.server', { server: tool.origin.server })
              : t(`from.${tool.origin.kind}`, { file: baseName(tool.origin.file) })}
          </Chip>
          <Chip>{tool.readOnly ? t('readOnly') : t('changes')}</Chip>
          {tool.needsIdentity && <Chip>{t('needsIdentity')}</Chip>}
          {!tool.enabled && <Chip tone="amber">{t('switchedOff')}</Chip>}
        </div>
        {tool.hidden && (
          <p className="flex items-center gap-1.5 text-ink-2 text-sm">
            <EyeOff aria-hidden="true" size={15} strokeWidth={1.6} className="shrink-0" />
            {tool.hidden}
          </p>
        )}
        {tool.description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="max-w-[760px]">
            <Prose text={paragraph} />
          </p>
        ))}
      </div>
      <Panel title={t('parameters')}>
        <ParameterTable schema={tool.inputSchema} />
      </Panel>
      <RunPanel key={tool.name} tool={tool} />
    </>
  )
}

/** Last part of a path, with either system's separators. */
function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
