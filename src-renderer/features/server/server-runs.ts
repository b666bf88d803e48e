/** Runs of a server's tools from the console, of this session; a run goes on when the page is left. */
import { create } from 'zustand'
import type { ServerRunEvent } from '../../../src-main/api/contract/servers.ts'
import { i18n } from '../../i18n/index.ts'
import { client } from '../../rpc/client.ts'

type RunOutcome = Extract<ServerRunEvent, { type: 'outcome' }>
type RunProgress = Extract<ServerRunEvent, { type: 'progress' }>

export interface ServerRun {
  readonly id: number
  readonly serverId: string
  readonly tool: string
  readonly args: unknown
  readonly startedAt: number
  readonly state: 'running' | 'done' | 'cancelled' | 'unreachable'
  readonly progress: RunProgress | null
  readonly outcome: RunOutcome | null
  /** Why the hub could not be asked. */
  readonly error: unknown
}

interface ServerRunsStore {
  /** Newest first. */
  readonly runs: readonly ServerRun[]
  /** Returns the run's id at once. */
  start: (serverId: string, tool: string, args: unknown) => number
  cancel: (id: number) => void
}

/** Kept per session over all servers; results can be large. */
const KEPT = 40
const controls = new Map<number, AbortController>()
let nextId = 1

export const useServerRuns = create<ServerRunsStore>()((set) => ({
  runs: [],
  start: (serverId, tool, args) => {
    const id = nextId++
    const control = new AbortController()
    controls.set(id, control)
    const run: ServerRun = {
      id,
      serverId,
      tool,
      args,
      startedAt: Date.now(),
      state: 'running',
      progress: null,
      outcome: null,
      error: null,
    }
    set((before) => ({ runs: [run, ...before.runs].slice(0, KEPT) }))
    // Once cancelled it stays so, whatever was on its way then.
    const change = (patch: Partial<ServerRun>) =>
      set((before) => ({
        runs: before.runs.map((one) => (one.id === id && one.state === 'running' ? { ...one, ...patch } : one)),
      }))
    control.signal.addEventListener('abort', () => change({ state: 'cancelled' }))
    const follow = async () => {
      try {
        for await (const event of await client.servers.run({ id: serverId, tool, args }, { signal: control.signal })) {
          if (event.type === 'progress') change({ progress: event })
          else return change({ state: 'done', outcome: event })
        }
        change({ state: 'unreachable', error: { message: i18n.t('serverPage:run.noOutcome') } })
      } catch (error) {
        change({ state: 'unreachable', error })
      } finally {
        controls.delete(id)
      }
    }
    void follow()
    return id
  },
  cancel: (id) => controls.get(id)?.abort(),
}))
