/** The tools by where they come from, each with its switch and, when apps do not see it, the reason. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ToolView } from '../../../src-main/api/contract/tools.ts'
import { cx } from '../../ui/class-names.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { groupTools } from './tool-groups.ts'

export function ToolList(props: {
  readonly tools: readonly ToolView[]
  readonly selected: string | null
  readonly onSwitch: (tool: ToolView, enabled: boolean) => void
}) {
  const { t } = useTranslation('tools')
  const [search, setSearch] = useState('')
  const groups = groupTools(props.tools, search)
  return (
    <>
      <SearchInput className="mx-3 mb-2" label={t('find')} value={search} onChange={setSearch} />
      {groups.length === 0 && <p className="px-4 py-2 text-ink-2 text-sm">{search ? t('noMatch') : t('none')}</p>}
      {groups.map((group) => (
        <section key={group.id} aria-label={group.server ?? t(`origin.${group.kind}`)}>
          <h2 className="px-4 pt-3 pb-1 text-ink-3 text-xs">{group.server ?? t(`origin.${group.kind}`)}</h2>
          <ul className="flex flex-col gap-px px-2">
            {group.tools.map((tool) => (
              <li
                key={tool.name}
                className={cx(
                  'flex items-start gap-2 rounded-md px-2 py-1.5',
                  tool.name === props.selected ? 'bg-hover' : 'hover:bg-hover/60',
                )}
              >
                <Link
                  href={`/tools/${encodeURIComponent(tool.name)}`}
                  aria-current={tool.name === props.selected ? 'page' : undefined}
                  className="min-w-0 flex-1 rounded-sm text-ink no-underline"
                >
                  <span className={cx('block truncate text-sm', tool.name === props.selected && 'font-medium')}>
                    {tool.title || tool.name}
                  </span>
                  <code className="block truncate font-mono text-[11.5px] text-ink-3">{tool.name}</code>
                  {tool.hidden && <span className="block text-ink-3 text-xs">{tool.hidden}</span>}
                </Link>
                <Switch
                  className="mt-0.5"
                  label={t('switch', { name: tool.title || tool.name })}
                  checked={tool.enabled}
                  onChange={(enabled) => props.onSwitch(tool, enabled)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
