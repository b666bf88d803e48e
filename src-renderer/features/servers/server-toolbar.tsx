/** The line over the table: what is chosen and what to do with it, or how to find one among many. */
import { Download, ToggleLeft, ToggleRight, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, CheckboxLine } from '../../ui/checkbox.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type ServerFilter, serverFilters } from './server-order.ts'

export interface ServerToolbarProps {
  shown: number
  /** How many of the shown are chosen. */
  chosen: number
  onChooseAll: (isChosen: boolean) => void
  /** Few servers need no search. */
  isSearchable: boolean
  search: string
  filter: ServerFilter
  onSearch: (search: string) => void
  onFilter: (filter: ServerFilter) => void
  onEnable: (enabled: boolean) => void
  onExport: () => void
  onRemove: () => void
}

export function ServerToolbar(props: ServerToolbarProps) {
  const { t } = useTranslation('servers')
  const { shown, chosen } = props
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-3.5 py-1.5">
      {chosen === 0 && !props.isSearchable ? (
        <CheckboxLine className="-mx-3 text-ink-2 text-sm" checked={false} onChange={props.onChooseAll}>
          {t('selectEvery')}
        </CheckboxLine>
      ) : (
        <Checkbox
          label={t('selectAll')}
          checked={chosen === 0 ? false : chosen === shown ? true : 'some'}
          disabled={shown === 0}
          onChange={props.onChooseAll}
        />
      )}
      {chosen > 0 ? (
        <>
          <span aria-live="polite" className="ml-1.5 text-sm">
            {t('selected', { count: chosen })}
          </span>
          <IconButton icon={X} size="sm" label={t('clearSelection')} onClick={() => props.onChooseAll(false)} />
          <span className="ml-auto flex flex-wrap items-center gap-1">
            <Button size="sm" variant="ghost" icon={ToggleRight} onClick={() => props.onEnable(true)}>
              {t('act.enable')}
            </Button>
            <Button size="sm" variant="ghost" icon={ToggleLeft} onClick={() => props.onEnable(false)}>
              {t('act.disable')}
            </Button>
            <Button size="sm" variant="ghost" icon={Download} onClick={props.onExport}>
              {t('act.export')}
            </Button>
            <Button size="sm" variant="ghost" icon={Trash2} onClick={props.onRemove}>
              {t('act.remove')}
            </Button>
          </span>
        </>
      ) : (
        props.isSearchable && (
          <>
            <SearchInput
              className="ml-1.5 w-56 max-w-full"
              label={t('find')}
              value={props.search}
              onChange={props.onSearch}
            />
            <Segmented
              label={t('filter')}
              value={props.filter}
              options={serverFilters.map((value) => ({ value, label: t(`filter.${value}`) }))}
              onChange={props.onFilter}
              className="ml-auto"
            />
          </>
        )
      )}
    </div>
  )
}
