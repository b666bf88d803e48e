/** Which models are offered, what a choice comes down to, and what leaves with it. */
import { describe, expect, it } from 'vitest'
import {
  chosenModel,
  type KnownModels,
  leavingOf,
  modelGroups,
  shortTokens,
  unusable,
} from '../../../src-renderer/features/models/model-choices.ts'

type Provider = NonNullable<KnownModels['providers']>[number]

const model = (id: string) => ({
  id,
  name: id.toUpperCase(),
  contextWindow: null,
  supportsTools: null,
  supportsImages: null,
  supportsPdf: null,
  reasons: null,
  isManual: false,
})
const provider = (id: string, patch: Partial<Provider> = {}): Provider => ({
  id,
  preset: 'deepseek',
  name: id,
  wire: 'openai-compatible',
  baseUrl: `https://${id}.example/v1`,
  host: `${id}.example`,
  isLocal: false,
  needsKey: true,
  hasKey: true,
  origin: 'person',
  agents: null,
  models: [model('big')],
  listedAt: null,
  options: {},
  manual: [],
  problem: null,
  ...patch,
})
const known = (providers: Provider[] | null, patch: Partial<KnownModels> = {}): KnownModels => ({
  providers,
  presets: [
    { id: 'deepseek', name: '', baseUrl: '', needsKey: true, isLocal: false, keyUrl: null, agents: ['deep'] },
    { id: 'openai', name: '', baseUrl: '', needsKey: true, isLocal: false, keyUrl: null, agents: ['deep', 'base'] },
  ],
  agents: [],
  localOnly: false,
  ...patch,
})
const ids = (state: KnownModels, agent: 'deep' | 'base') => modelGroups(state, agent).map((one) => one.provider.id)

describe('what is offered', () => {
  it('leaves out what cannot answer now, and puts this computer first', () => {
    const refused = { code: 'bad_key' as const, message: 'Refused.', hint: '' }
    const all = [
      provider('zeta'),
      provider('broken', { problem: refused }),
      provider('bare', { models: [] }),
      provider('ollama', { isLocal: true }),
      provider('alpha'),
    ]
    expect(ids(known(all), 'deep')).toEqual(['ollama', 'alpha', 'zeta'])
  })

  it('is for an agent what its preset can do and what the configuration declared it for', () => {
    const all = [
      provider('deep-only'),
      provider('both', { preset: 'openai' }),
      provider('declared', { preset: 'openai', agents: ['BASE'], origin: 'config' }),
    ]
    expect(ids(known(all), 'base')).toEqual(['both', 'declared'])
    expect(ids(known(all), 'deep')).toEqual(['both', 'deep-only'])
  })

  it('is nothing elsewhere while only this computer is allowed', () => {
    const all = [provider('far'), provider('near', { isLocal: true })]
    expect(ids(known(all, { localOnly: true }), 'deep')).toEqual(['near'])
  })
})

describe('a choice', () => {
  const agents: KnownModels['agents'] = [
    { id: 'deep', model: { provider: 'far', model: 'big' }, problem: null, way: null },
    { id: 'base', model: null, problem: { message: 'No model.', hint: 'Add one.' }, way: 'mcp' },
  ]

  it('of nothing is the default of the agent', () => {
    expect(chosenModel(known([provider('far')], { agents }), 'deep', null)?.name).toBe('BIG')
  })

  it('that is gone says so, with the reason of a provider that is there but cannot be used', () => {
    const refused = { code: 'bad_key' as const, message: 'Refused.', hint: 'Make another.' }
    const ref = { provider: 'far', model: 'big' }
    expect(unusable(known([]), 'deep', ref)).toEqual({ kind: 'gone', model: 'big', provider: null, reason: null })
    expect(unusable(known([provider('far', { problem: refused })]), 'deep', ref)).toEqual({
      kind: 'gone',
      model: 'big',
      provider: 'far',
      reason: 'Refused. Make another.',
    })
    expect(unusable(known([provider('far')]), 'deep', { provider: 'far', model: 'small' })?.kind).toBe('gone')
  })

  it('is not called gone before anything was read, nor without a model', () => {
    expect(unusable(known(null), 'deep', { provider: 'far', model: 'big' })).toBeNull()
    expect(unusable(known([]), 'quick', null)).toBeNull()
  })

  it('of an agent that has no model tells the hub’s reason', () => {
    expect(unusable(known([], { agents }), 'base', null)).toEqual({
      kind: 'none',
      message: 'No model.',
      hint: 'Add one.',
    })
  })
})

describe('what leaves', () => {
  const far = provider('far', { preset: 'openai' })
  const ref = { provider: 'far', model: 'big' }
  const way = (kind: 'mcp' | 'local') => [{ id: 'base' as const, model: null, problem: null, way: kind }]

  it('is nothing for a quick answer and for a model of this computer', () => {
    expect(leavingOf(known([far]), 'quick', null)).toEqual({ kind: 'nothing' })
    const near = known([provider('far', { isLocal: true, name: 'Ollama' })])
    expect(leavingOf(near, 'deep', ref)).toEqual({ kind: 'stays', name: 'Ollama' })
  })

  it('names who gets it and where, and that a provider fetches only where it really does', () => {
    const to = { name: 'far', host: 'far.example' }
    expect(leavingOf(known([far]), 'deep', ref)).toEqual({ kind: 'sends', ...to })
    expect(leavingOf(known([far], { agents: way('mcp') }), 'base', ref)).toEqual({ kind: 'fetches', ...to })
    expect(leavingOf(known([far], { agents: way('local') }), 'base', ref)).toEqual({ kind: 'sends', ...to })
  })

  it('is unknown, never nothing, while the model is', () => {
    expect(leavingOf(known([]), 'deep', ref)).toEqual({ kind: 'unknown' })
  })
})

it('tokens are told short', () => {
  expect([131_072, 8_192, 1_048_576].map(shortTokens)).toEqual(['131k', '8k', '1M'])
})
