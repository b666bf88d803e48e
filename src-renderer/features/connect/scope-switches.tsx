/** What an app may do, in plain words, each with its switch; nothing can be switched on that was not asked for. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScopeName } from '../../../src-main/api/contract/consents.ts'
import { cx } from '../../ui/class-names.ts'
import { Switch } from '../../ui/switch.tsx'
import { comesWith, inOrder, scopeWords } from './scope-words.ts'

export interface ScopeSwitchesProps {
  title: string
  asked: readonly ScopeName[]
  chosen: readonly ScopeName[]
  onChange: (chosen: ScopeName[]) => void
}

export function ScopeSwitches({ title, asked, chosen, onChange }: ScopeSwitchesProps) {
  const { t } = useTranslation('connect')
  const id = useId()
  const set = (scope: ScopeName, isOn: boolean) =>
    onChange(asked.filter((one) => (one === scope ? isOn : chosen.includes(one))))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{title}</legend>
      <ul className="rounded-lg border border-line">
        {inOrder(asked).map((scope) => {
          const words = scopeWords(scope)
          const broader = comesWith(scope, chosen)
          const broaderWords = broader && scopeWords(broader)
          const isOn = chosen.includes(scope) || broader !== null
          return (
            <li key={scope} className="flex items-center gap-3 border-line border-t px-3.5 py-2 first:border-0">
              <label htmlFor={`${id}${scope}`} className="min-w-0 flex-1">
                <span className={cx('block text-sm', !isOn && 'text-ink-3')}>
                  {words ? t(`scope.${words}`) : scope}
                </span>
                {words && (
                  <span className={cx('block text-xs', scope === 'mcp:admin' && isOn ? 'text-amber' : 'text-ink-3')}>
                    {broaderWords
                      ? t('scopeComesWith', { scope: t(`scope.${broaderWords}`) })
                      : t(`scopeText.${words}`)}
                  </span>
                )}
              </label>
              <Switch
                id={`${id}${scope}`}
                checked={isOn}
                disabled={broader !== null}
                onChange={(on) => set(scope, on)}
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
