/** What the form of a provider holds, what it lacks, and what of it is stored. Pure. */
import type { Client } from '../../rpc/client.ts'
import type { PresetView, ProviderView } from '../../stores/models.ts'

type SaveInput = Parameters<Client['models']['save']>[0]

export interface ProviderForm {
  readonly preset: PresetView['id']
  readonly name: string
  readonly address: string
  /** Lines; a name each. */
  readonly models: string
  readonly temperature: string
  readonly maxTokens: string
  readonly effort: 'default' | 'low' | 'medium' | 'high'
}

export function blankForm(preset: PresetView | undefined): ProviderForm {
  return {
    preset: preset?.id ?? 'openai',
    name: '',
    address: preset?.baseUrl ?? '',
    models: '',
    temperature: '',
    maxTokens: '',
    effort: 'default',
  }
}

export function formOf(provider: ProviderView): ProviderForm {
  return {
    ...blankForm(undefined),
    preset: provider.preset,
    name: provider.name,
    address: provider.baseUrl,
    models: provider.manual.join('\n'),
    temperature: provider.options.temperature === undefined ? '' : String(provider.options.temperature),
    maxTokens: provider.options.maxTokens === undefined ? '' : String(provider.options.maxTokens),
    effort: provider.options.reasoningEffort ?? 'default',
  }
}

export interface FormFaults {
  readonly address: boolean
  readonly temperature: boolean
  readonly maxTokens: boolean
}

const isNumberIn = (text: string, low: number, high: number): boolean => {
  const value = Number(text)
  return text.trim() === '' || (Number.isFinite(value) && value >= low && value <= high)
}

export function formFaults(form: ProviderForm): FormFaults {
  return {
    address: !/^https?:\/\/[^\s/]+/i.test(form.address.trim()),
    temperature: !isNumberIn(form.temperature, 0, 2),
    maxTokens: !isNumberIn(form.maxTokens, 1, 1_000_000) || /[.,e]/i.test(form.maxTokens),
  }
}

/** Names of models, a line each, each once. */
export function modelNames(lines: string): string[] {
  return [
    ...new Set(
      lines
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]
}

/** `id` is null for a new one. */
export function saveInput(id: string | null, form: ProviderForm): SaveInput {
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text))
  const temperature = number(form.temperature)
  const maxTokens = number(form.maxTokens)
  return {
    id,
    preset: form.preset,
    ...(form.name.trim() === '' ? {} : { name: form.name.trim() }),
    baseUrl: form.address.trim(),
    models: modelNames(form.models),
    options: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(form.effort === 'default' ? {} : { reasoningEffort: form.effort }),
    },
  }
}
