/** The model providers of each person: what they added, what the configuration declares, what runs on this computer. */
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { Logger } from '../../log/logger.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { type HeldSecrets, SecretError } from '../../secrets/secret-store.ts'
import { type FaultSource, faultOf, modelFault } from './fault/model-fault.ts'
import type { Fetch } from './listing/ask.ts'
import { contextOf, modelInfo } from './model-facts.ts'
import { type AgentPreferences, agentPreferences, preferenceKeys } from './preferences.ts'
import { presetOf } from './presets.ts'
import { checkedInput, freshId } from './providers/checked-input.ts'
import { configProviderId, configProviders } from './providers/config-providers.ts'
import { createFoundProviders, type LocalAddresses } from './providers/found-providers.ts'
import { createProviderKeys } from './providers/key-store.ts'
import {
  accessOf,
  hostOf,
  type KnownProvider,
  offeredModels,
  placeOf,
  preferredModel,
  sourceOf,
  wantsKey,
} from './providers/known-provider.ts'
import { createListings } from './providers/listings.ts'
import { createProviderRows } from './providers/provider-rows.ts'
import { answeredWords, providerFault } from './providers/provider-words.ts'
import { askTinyQuestion } from './providers/tiny-question.ts'
import type { ModelFault, ModelInfo, ModelProviders, ProviderView, ResolvedModel, TestVerdict } from './types.ts'

const MAX_PROVIDERS = 50
const TEST_MS = 15_000
/** Local servers come and go; a list that is asked for looks for them again after this. */
const LOOK_MS = 30_000

export interface ModelProvidersOptions {
  readonly db: Pick<Database, 'orm'>
  readonly secrets: HeldSecrets
  readonly config: Pick<Config, 'providers' | 'defaultProviders'>
  readonly profiles: Pick<Profiles, 'get' | 'update'>
  /** The computer's clock: "listed an hour ago" is about real hours. */
  readonly now: () => Date
  readonly log: Logger
  /** For tests. */
  readonly fetch?: Fetch
  /** Where Ollama and LM Studio are looked for. */
  readonly local?: LocalAddresses
}

export function createModelProviders(options: ModelProvidersOptions): ModelProviders {
  const { db, config, profiles, now } = options
  const fetching: Fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const log = options.log.child('models')
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  let lookedAt = Number.NEGATIVE_INFINITY

  const changed = (): void => {
    if (!closing.signal.aborted) for (const listener of listeners) listener()
  }
  const keys = createProviderKeys(options.secrets)
  keys.onChanged(changed)
  const rows = createProviderRows({ db, now, readKey: keys.get })
  const listings = createListings({ rows, fetch: fetching, now, log, onChanged: changed })
  const declared = configProviders(config)
  const found = createFoundProviders({
    addresses: options.local ?? { ollama: presetOf('ollama').baseUrl, lmstudio: presetOf('lmstudio').baseUrl },
    fetch: fetching,
    now,
    onChanged: changed,
  })

  const personOf = async (userId: number): Promise<{ language: string; preferences: AgentPreferences }> => {
    const profile = await profiles.get(userId)
    return {
      language: profile === null ? 'en' : callerUser(profile).language,
      preferences: agentPreferences(profile?.preferences ?? {}),
    }
  }
  const known = async (userId: number): Promise<KnownProvider[]> => {
    const mine = await rows.list(userId)
    const hosts = new Set([...mine, ...declared].map(({ baseUrl }) => nearHost(baseUrl)))
    return [...mine, ...declared, ...found.list().filter(({ baseUrl }) => !hosts.has(nearHost(baseUrl)))]
  }
  const one = async (userId: number, id: string, language: string): Promise<KnownProvider> => {
    const provider =
      declared.find((candidate) => candidate.id === id) ??
      found.list().find((candidate) => candidate.id === id) ??
      (await rows.get(userId, id))
    if (provider === null) throw providerFault('gone', language)
    return provider
  }
  const own = async (userId: number, id: string, language: string): Promise<KnownProvider> => {
    const provider = await one(userId, id, language)
    if (provider.origin !== 'person') throw providerFault('not_yours', language, provider.name)
    return provider
  }
  /** @throws ModelFault when the store of keys does not open, or a key is needed and there is none. */
  const keyOf = async (provider: KnownProvider, language: string): Promise<string | null> => {
    let key: string | null
    try {
      key = await provider.readKey()
    } catch (error) {
      if (error instanceof SecretError) throw providerFault('keys_closed', language, provider.name)
      throw error
    }
    if (key === null && wantsKey(provider)) throw faultOf('no_key', sourceOf(provider, null), language)
    return key
  }

  const lookAround = (): void => {
    if (performance.now() - lookedAt < LOOK_MS) return
    lookedAt = performance.now()
    void found.look()
  }
  /** Before something is chosen; the list itself waits for nobody. */
  const lookedOnce = async (): Promise<void> => {
    if (lookedAt === Number.NEGATIVE_INFINITY) lookAround()
    await found.firstLook()
  }

  const problemOf = async (
    userId: number,
    provider: KnownProvider,
    isLocalOnly: boolean,
    language: string,
  ): Promise<{ hasKey: boolean; fault: ModelFault | null }> => {
    let key: string | null = null
    try {
      key = await keyOf(provider, language)
    } catch (error) {
      return { hasKey: false, fault: modelFault(error, sourceOf(provider, null), language) }
    }
    const hasKey = key !== null
    const source = sourceOf(provider, key)
    if (isLocalOnly && !source.isLocal) return { hasKey, fault: providerFault('local_only', language, provider.name) }
    const error = listings.lastError(userId, provider)
    if (error !== null) return { hasKey, fault: modelFault(error, source, language) }
    const isAsking = provider.models.listedAt === null && provider.origin !== 'config'
    if (!isAsking && offeredModels(provider).length === 0)
      return { hasKey, fault: providerFault('no_models', language, provider.name) }
    return { hasKey, fault: null }
  }
  const viewOf = async (
    userId: number,
    provider: KnownProvider,
    isLocalOnly: boolean,
    language: string,
  ): Promise<ProviderView> => {
    const { hasKey, fault } = await problemOf(userId, provider, isLocalOnly, language)
    const { host, isLocal } = accessOf(provider, null)
    const { headers: _kept, ...options } = provider.options
    return {
      id: provider.id,
      preset: provider.preset.id,
      name: provider.name,
      wire: provider.wire,
      baseUrl: provider.baseUrl,
      host,
      isLocal,
      needsKey: wantsKey(provider),
      hasKey,
      origin: provider.origin,
      agents: provider.agents,
      models: fault === null ? offeredModels(provider) : [],
      listedAt: provider.models.listedAt,
      options,
      manual: provider.models.manual,
      problem: fault && { code: fault.code, message: fault.message, hint: fault.hint },
    }
  }
  const list = async (userId: number, language: string): Promise<ProviderView[]> => {
    lookAround()
    const [providers, { preferences }] = await Promise.all([known(userId), personOf(userId)])
    for (const provider of providers) listings.askIfStale(userId, provider)
    return Promise.all(providers.map((provider) => viewOf(userId, provider, preferences.localOnly, language)))
  }

  const resolvedOf = (provider: KnownProvider, key: string | null, info: ModelInfo): ResolvedModel => ({
    ...accessOf(provider, key),
    ref: { provider: provider.id, model: info.id },
    info,
    contextWindow: contextOf(info, provider.preset.id),
  })
  const canServe = (provider: KnownProvider, agent: 'deep' | 'base'): boolean =>
    provider.agents === null
      ? provider.preset.agents.includes(agent)
      : provider.agents.includes(agent.toUpperCase()) && (agent === 'deep' || provider.preset.agents.includes(agent))

  const defaultFor: ModelProviders['defaultFor'] = async (userId, agent) => {
    const { language, preferences } = await personOf(userId)
    await lookedOnce()
    const providers = (await known(userId)).filter((provider) => canServe(provider, agent))
    const isUsable = async (provider: KnownProvider): Promise<boolean> =>
      (await problemOf(userId, provider, preferences.localOnly, language)).fault === null
    const chosen = preferences.defaults[agent]
    const chosenProvider = providers.find(({ id }) => id === chosen?.provider)
    // What the person chose in the app is the more particular of the two.
    if (chosen !== null && chosenProvider !== undefined && (await isUsable(chosenProvider))) return chosen
    const name = config.defaultProviders[agent.toUpperCase()]
    const declaredId = name === undefined ? null : configProviderId(agent.toUpperCase(), name)
    const first = providers.filter(({ id }) => id === declaredId)
    for (const provider of [...first, ...providers.filter((one) => !first.includes(one))]) {
      const model = preferredModel(provider)
      if (model !== null && (await isUsable(provider))) return { provider: provider.id, model: model.id }
    }
    return null
  }

  return {
    list,
    async save(userId, id, input) {
      const { language } = await personOf(userId)
      if (id === null) {
        const mine = await rows.list(userId)
        if (mine.length >= MAX_PROVIDERS) throw providerFault('too_many', language)
        const { manual, ...checked } = checkedInput(input, presetOf(input.preset), language)
        const added = freshId(input.preset, new Set(mine.map((row) => row.id)))
        // A key that was left behind under this id was given to another address.
        await keys.set(userId, added, null)
        await rows.insert(userId, added, {
          preset: input.preset,
          ...checked,
          models: { listed: [], manual, listedAt: null },
        })
        listings.forget(`${userId}/${added}`)
        const provider = await rows.get(userId, added)
        if (provider !== null) listings.askLater(userId, provider)
        changed()
        return added
      }
      const before = await own(userId, id, language)
      const { headers } = before.options
      // Options that were not said stay; headers can only be replaced.
      const options = input.options
        ? { ...(headers === undefined ? {} : { headers }), ...input.options }
        : before.options
      const { manual, ...checked } = checkedInput({ ...input, options }, before.preset, language)
      const isMoved = new URL(checked.baseUrl).origin !== new URL(before.baseUrl).origin
      // The key was given for the address as it was.
      if (isMoved) await keys.set(userId, id, null)
      const models = isMoved ? { listed: [], manual, listedAt: null } : { ...before.models, manual }
      await rows.update(userId, id, { ...checked, models })
      listings.forget(`${userId}/${id}`)
      const provider = await rows.get(userId, id)
      if (provider !== null) listings.askLater(userId, provider)
      changed()
      return id
    },
    async remove(userId, id) {
      const { language } = await personOf(userId)
      if ((await rows.get(userId, id)) === null) {
        // A found or declared one is told apart from one that is gone already.
        if ((await known(userId)).some((provider) => provider.id === id)) await own(userId, id, language)
        return false
      }
      await keys.set(userId, id, null)
      const isGone = await rows.remove(userId, id)
      listings.forget(`${userId}/${id}`)
      changed()
      return isGone
    },
    async setKey(userId, id, key) {
      const { language } = await personOf(userId)
      const provider = await own(userId, id, language)
      await keys.set(userId, id, key)
      listings.forget(placeOf(userId, provider))
      if (key !== null) listings.askLater(userId, provider)
      changed()
    },
    async test(userId, id, language): Promise<TestVerdict> {
      const startedAt = performance.now()
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TEST_MS)])
      let source: FaultSource | null = null
      try {
        const provider = await one(userId, id, language)
        source = sourceOf(provider, null)
        const { preferences } = await personOf(userId)
        if (preferences.localOnly && !source.isLocal) throw providerFault('local_only', language, provider.name)
        const key = await keyOf(provider, language)
        source = sourceOf(provider, key)
        const listed = await within(listings.ask(userId, provider, key), signal)
        const model = preferredModel(listed)
        if (model === null) throw providerFault('no_models', language, provider.name)
        const resolved = resolvedOf(listed, key, model)
        source = resolved
        const askedAt = performance.now()
        await within(askTinyQuestion(resolved, signal), signal)
        const answered = answeredWords(performance.now() - askedAt, offeredModels(listed).length, model.name, language)
        return { ok: true, ...answered, code: null, durationMs: Math.round(performance.now() - startedAt) }
      } catch (error) {
        const durationMs = Math.round(performance.now() - startedAt)
        const place = source ?? nowhere
        const fault = signal.aborted ? faultOf('timeout', place, language) : modelFault(error, place, language)
        return { ok: false, message: fault.message, hint: fault.hint, code: fault.code, durationMs }
      }
    },
    async refresh(userId, id) {
      const { language } = await personOf(userId)
      const provider = await one(userId, id, language)
      const key = await keyOf(provider, language)
      if (provider.origin === 'found') {
        await found.look()
        return offeredModels(await one(userId, id, language))
      }
      try {
        return offeredModels(await listings.ask(userId, provider, key))
      } catch (error) {
        throw modelFault(error, sourceOf(provider, key), language)
      }
    },
    async discover() {
      lookedAt = performance.now()
      await found.look()
    },
    defaultFor,
    async setDefault(userId, agent, model) {
      await profiles.update(userId, { preferences: { [preferenceKeys[agent]]: model } })
      changed()
    },
    async resolve(userId, agent, ref) {
      const { language, preferences } = await personOf(userId)
      await lookedOnce()
      const chosen = ref ?? (await defaultFor(userId, agent))
      if (chosen === null) throw await whyNone(userId, agent, language)
      const provider = await one(userId, chosen.provider, language)
      if (!canServe(provider, agent)) throw providerFault('other_agent', language, provider.name)
      if (preferences.localOnly && !accessOf(provider, null).isLocal)
        throw providerFault('local_only', language, provider.name)
      const key = await keyOf(provider, language)
      const offered = offeredModels(provider)
      const info = offered.find(({ id }) => id === chosen.model)
      // A list that was read is believed; without one the provider itself has the last word.
      if (info === undefined && provider.models.listedAt !== null)
        throw faultOf('unknown_model', { ...sourceOf(provider, key), ref: chosen }, language)
      return resolvedOf(provider, key, info ?? modelInfo(chosen.model, { isManual: true }, provider.wire))
    },
    async forgetPerson(userId) {
      listings.forgetPerson(userId)
      await keys.removeAllOf(userId)
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await found.close()
      await listings.close()
      listeners.clear()
    },
  }

  /** Why there is nothing to choose: the reason of the first provider that could serve, else that there is none. */
  async function whyNone(userId: number, agent: 'deep' | 'base', language: string): Promise<ModelFault> {
    const { preferences } = await personOf(userId)
    for (const provider of (await known(userId)).filter((candidate) => canServe(candidate, agent))) {
      const { fault } = await problemOf(userId, provider, preferences.localOnly, language)
      if (fault !== null) return fault
    }
    return providerFault('no_model', language)
  }
}

/** Localhost has several names. */
const nearHost = (baseUrl: string): string => hostOf(baseUrl).replace(/^(localhost|\[::1\])(?=:|$)/, '127.0.0.1')

const nowhere: FaultSource = {
  providerName: '',
  wire: 'openai-compatible',
  preset: 'custom',
  host: '',
  isLocal: false,
  apiKey: null,
  ref: { provider: '', model: '' },
  options: {},
}

/** What does not hear a signal itself is left behind when it comes. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
