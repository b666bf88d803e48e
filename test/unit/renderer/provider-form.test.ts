/** The form of a provider: what it refuses, and what of it is stored. */
import { describe, expect, it } from 'vitest'
import { blankForm, formFaults, modelNames, saveInput } from '../../../src-renderer/features/models/provider-form.ts'

const form = { ...blankForm(undefined), address: 'https://api.example.org/v1' }

describe('the form', () => {
  it('takes an address with a scheme and a host, and nothing that would be sent elsewhere', () => {
    const faulty = (address: string) => formFaults({ ...form, address }).address
    expect(['https://a.example/v1', ' http://127.0.0.1:1234 '].map(faulty)).toEqual([false, false])
    expect(['', 'api.example.org', 'ftp://a.example', 'https://'].map(faulty)).toEqual([true, true, true, true])
  })

  it('takes numbers in their range, and nothing typed at all', () => {
    const faulty = (temperature: string, maxTokens: string) => formFaults({ ...form, temperature, maxTokens })
    expect(faulty('', '')).toMatchObject({ temperature: false, maxTokens: false })
    expect(faulty('0', '4096')).toMatchObject({ temperature: false, maxTokens: false })
    expect(faulty('2.1', '0')).toMatchObject({ temperature: true, maxTokens: true })
    expect(faulty('warm', '1.5')).toMatchObject({ temperature: true, maxTokens: true })
  })

  it('sends every option as it stands, so that an emptied field is the model’s own again', () => {
    expect(saveInput('p1', form)).toEqual({
      id: 'p1',
      preset: 'openai',
      baseUrl: 'https://api.example.org/v1',
      models: [],
      options: {},
    })
    expect(saveInput(null, { ...form, temperature: '0', effort: 'low' }).options).toEqual({
      temperature: 0,
      reasoningEffort: 'low',
    })
  })

  it('reads names of models a line each, once each', () => {
    expect(modelNames(' llama-3 \n\nqwen/qwen3:free\nllama-3')).toEqual(['llama-3', 'qwen/qwen3:free'])
  })
})
