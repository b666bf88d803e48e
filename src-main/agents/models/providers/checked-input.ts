/** What a person enters about a provider, checked. Pure. */
import { checkedAddress } from '../address.ts'
import type { Preset } from '../presets.ts'
import type { ProviderInput, ResolvedModel } from '../types.ts'
import { providerFault } from './provider-words.ts'

export interface CheckedInput {
  readonly name: string
  readonly baseUrl: string
  readonly options: ResolvedModel['options']
  readonly manual: readonly string[]
}

const secretHeader = /auth|key|token|secret|cookie|password|credential/i

/** @throws ModelFault 'wrong_address' or 'bad_request', in the person's language. */
export function checkedInput(input: ProviderInput, preset: Preset, language: string): CheckedInput {
  const name = input.name?.trim() ?? ''
  const baseUrl = checkedAddress(input.baseUrl?.trim() || preset.baseUrl, language)
  for (const [header, value] of Object.entries(input.options?.headers ?? {})) {
    if (secretHeader.test(header)) throw providerFault('secret_header', language, header)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || !/^[\t\x20-\x7e]*$/.test(value))
      throw providerFault('bad_header', language, header)
  }
  return {
    name: name === '' ? preset.name : name,
    baseUrl,
    options: input.options ?? {},
    manual: [...new Set((input.models ?? []).map((id) => id.trim()).filter((id) => id !== ''))],
  }
}

/** An id that none of `taken` has, by which a person would know it: openai, openai-2. */
export function freshId(preset: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = number === 1 ? preset : `${preset}-${number}`
    if (!taken.has(id)) return id
  }
}
