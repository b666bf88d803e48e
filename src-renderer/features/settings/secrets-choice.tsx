/** Keychain or file, each with what it means; closed with a reason where the environment decides. */
import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import type { SecretsState } from '../../../src-main/api/contract/secrets.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/page.tsx'

export interface SecretsChoiceProps {
  state: SecretsState
  isBusy: boolean
  onChoose: (store: 'keychain' | 'file') => void
}

export function SecretsChoice({ state, isBusy, onChoose }: SecretsChoiceProps) {
  const { t } = useTranslation('settings')
  const options = [
    { value: 'keychain', label: t('secretsChooseKeychain'), text: t('secretsChooseKeychainText') },
    { value: 'file', label: t('secretsChooseFile'), text: t('secretsChooseFileText') },
  ] as const
  const isClosed = state.isFixed || isBusy
  return (
    <Panel title={t('secretsChoose')}>
      {state.isFixed && (
        <p className="mx-3.5 mb-3 rounded-md bg-sunken px-3 py-2 text-ink-2 text-sm">
          {t('secretsFixed', { value: state.chosen })}
        </p>
      )}
      <RadioGroup.Root
        aria-label={t('secretsChoose')}
        value={state.chosen}
        disabled={isClosed}
        onValueChange={(value) => {
          const option = options.find((one) => one.value === value)
          if (option && option.value !== state.chosen) onChoose(option.value)
        }}
      >
        {options.map(({ value, label, text }) => (
          <div key={value} className="flex gap-3 border-line border-t px-3.5 py-3">
            <RadioGroup.Item
              id={`secrets-${value}`}
              value={value}
              aria-describedby={`secrets-${value}-text`}
              className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border-[1.5px] border-ink-3 bg-surface disabled:opacity-50 data-[state=checked]:border-accent"
            >
              <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
            </RadioGroup.Item>
            <div className="min-w-0 flex-1">
              <label htmlFor={`secrets-${value}`} className="font-medium text-sm">
                {label}
              </label>
              <p id={`secrets-${value}-text`} className="text-ink-2 text-sm">
                {text}
              </p>
              {value === 'file' && (
                <div className="mt-1.5 flex items-center gap-1 rounded-md bg-sunken py-0.5 pr-1 pl-3">
                  <code className="min-w-0 flex-1 break-all font-mono text-xs">{state.filePath}</code>
                  <CopyButton text={state.filePath} size="sm" />
                </div>
              )}
            </div>
          </div>
        ))}
      </RadioGroup.Root>
    </Panel>
  )
}
