/** Model providers, what agents use, and what the last test of each said. Kept fresh by the hub's events. */
import { create } from 'zustand'
import { actingPerson } from '../rpc/acting-person.ts'
import { type Client, client } from '../rpc/client.ts'

type Answer<Call extends (...args: never[]) => unknown> = Awaited<ReturnType<Call>>
export type ProviderView = Answer<Client['models']['providers']>[number]
export type PresetView = Answer<Client['models']['presets']>[number]
export type AgentState = Answer<Client['models']['agents']>[number]
export type TestVerdict = Answer<Client['models']['test']>

/** A verdict and when it was given, ISO time. */
export type DatedVerdict = TestVerdict & { readonly at: string }

interface ModelsStore {
  /** Null until the first answer. */
  providers: readonly ProviderView[] | null
  presets: readonly PresetView[]
  agents: readonly AgentState[]
  localOnly: boolean
  error: unknown
  /** By provider. */
  verdicts: Readonly<Record<string, DatedVerdict>>
  /** Being tested now. */
  testing: ReadonlySet<string>
  load: () => Promise<void>
  /** Tests one and keeps what it said. Throws where the hub could not be asked. */
  test: (id: string) => Promise<DatedVerdict>
}

const storageKey = `mirohub.verdicts.${actingPerson() ?? ''}`

function isVerdict(value: unknown): value is DatedVerdict {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'string' &&
    'ok' in value &&
    typeof value.ok === 'boolean' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

function remembered(): Record<string, DatedVerdict> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(
      Object.entries(read).flatMap(([id, value]) => (isVerdict(value) ? [[id, { ...blank, ...value }]] : [])),
    )
  } catch {
    return {}
  }
}

const blank: TestVerdict = { ok: false, message: '', hint: '', code: null, durationMs: 0 }

let reading = 0

export const useModels = create<ModelsStore>()((set, get) => ({
  providers: null,
  presets: [],
  agents: [],
  localOnly: false,
  error: null,
  verdicts: remembered(),
  testing: new Set(),
  load: async () => {
    const mine = ++reading
    try {
      const [providers, presets, agents, { isOn }] = await Promise.all([
        client.models.providers(),
        client.models.presets(),
        client.models.agents(),
        client.models.localOnly(),
      ])
      if (mine === reading) set({ providers, presets, agents, localOnly: isOn, error: null })
    } catch (error) {
      if (mine === reading) set({ error })
    }
  },
  test: async (id) => {
    set((state) => ({ testing: new Set(state.testing).add(id) }))
    try {
      const verdict = { ...(await client.models.test({ id })), at: new Date().toISOString() }
      const verdicts = { ...get().verdicts, [id]: verdict }
      set({ verdicts })
      try {
        localStorage.setItem(storageKey, JSON.stringify(verdicts))
      } catch {
        // Storage refused: the verdict lives as long as the page.
      }
      return verdict
    } finally {
      set((state) => ({ testing: new Set([...state.testing].filter((other) => other !== id)) }))
    }
  },
}))
