/** What an app may do as a row of chips; the one that reaches everything stands out. */
import { useTranslation } from 'react-i18next'
import { Chip } from '../../ui/chip.tsx'
import { inOrder, scopeWords } from './scope-words.ts'

export function ScopeChips({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation('connect')
  return (
    <span className="flex flex-wrap gap-1">
      {inOrder(scopes).map((scope) => {
        const words = scopeWords(scope)
        return (
          <Chip key={scope} tone={scope === 'mcp:admin' ? 'amber' : 'plain'}>
            {words ? t(`scope.${words}`) : scope}
          </Chip>
        )
      })}
    </span>
  )
}
