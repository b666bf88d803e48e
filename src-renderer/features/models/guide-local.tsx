/** A model on this computer: what was found, or else how to get one and which fits. */
import { RotateCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useModels } from '../../stores/models.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

/** What fits, by the memory of the computer in gigabytes. */
const sizes = [8, 16, 32] as const

const pullCommand = 'ollama pull qwen3:8b'

export function GuideLocal({ onReady }: { onReady: (provider: string, model: string) => void }) {
  const { t } = useTranslation('models')
  const found = useModels((state) => state.providers)?.filter((provider) => provider.isLocal) ?? []
  const [search, setSearch] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: true, error: null })
  const run = useCallback(async () => {
    setSearch({ isBusy: true, error: null })
    let error: unknown = null
    try {
      await client.models.discover()
      await useModels.getState().load()
    } catch (failure) {
      error = failure
    }
    setSearch({ isBusy: false, error })
  }, [])
  useEffect(() => {
    void run()
  }, [run])
  const usable = found.filter((provider) => provider.problem === null)
  return (
    <div className="flex flex-col gap-4">
      {usable.map((provider) => (
        <section key={provider.id} aria-label={provider.name}>
          <h3 className="font-medium text-sm">{provider.name}</h3>
          <p className="text-ink-3 text-xs">{t('localFound')}</p>
          {provider.models.length === 0 ? (
            <p className="mt-1 text-ink-2 text-sm">{t('localNoModels')}</p>
          ) : (
            <ul className="mt-1.5 max-h-56 overflow-y-auto rounded-md border border-line">
              {provider.models.map((model) => (
                <li
                  key={model.id}
                  className="flex items-center gap-2 border-line border-t py-1 pr-1 pl-3 text-sm first:border-0"
                >
                  <span className="min-w-0 flex-1 truncate">{model.name}</span>
                  <Button size="sm" onClick={() => onReady(provider.id, model.id)}>
                    {t('localUse', { model: model.name })}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {search.error !== null && <ErrorState title={t('localFailed')} error={search.error} />}
      <div className="flex items-center gap-3 text-sm">
        <p role="status" className="min-w-0 flex-1 text-ink-2">
          {search.isBusy ? t('localSearching') : usable.length === 0 ? t('localNone') : ''}
        </p>
        <Button size="sm" icon={RotateCw} busy={search.isBusy} onClick={() => void run()}>
          {t('localAgain')}
        </Button>
      </div>
      <details open={!search.isBusy && usable.every((provider) => provider.models.length === 0)}>
        <summary className="w-fit rounded-sm text-accent text-sm">{t('localHow')}</summary>
        <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-sm">
          <li>{t('localStep1')}</li>
          <li>
            {t('localStep2')}
            <div className="mt-1">
              <CodeBlock code={pullCommand} label={pullCommand} />
            </div>
          </li>
          <li>{t('localStep3')}</li>
        </ol>
        <table className="mt-3 w-full text-sm">
          <caption className="pb-1 text-left font-medium">{t('localSizes')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('localSizeMemory')}</th>
              <th scope="col">{t('localSizeModels')}</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <tr key={size} className="border-line border-t align-top">
                <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left font-medium">
                  {t('memory', { count: size })}
                </th>
                <td className="py-1.5 text-ink-2">{t(`localSize${size}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
