/** Runs of this session, a tool at a time; a run goes on when the page is left, and can be cancelled. */
import { create } from 'zustand'
import type { ToolRunView } from '../../../src-main/api/contract/tools.ts'
import { client } from '../../rpc/client.ts'

export interface ToolRun {
  readonly id: number
  readonly tool: string
  readonly args: unknown
  readonly startedAt: number
  readonly state: 'running' | 'done' | 'cancelled' | 'unreachable'
  /** What the registry answered, refusals included. */
  readonly outcome: ToolRunView | null
  /** Why the hub could not be asked. */
  readonly error: unknown
}

interface ToolRunsStore {
  /** Newest first. */
  readonly runs: readonly ToolRun[]
  /** Returns the run's id at once. */
  start: (tool: string, args: unknown) => number
  cancel: (id: number) => void
}

/** Kept per session over all tools; results can be large. */
const KEPT = 40
const controls = new Map<number, AbortController>()
let nextId = 1

export const useToolRuns = create<ToolRunsStore>()((set) => ({
  runs: [],
  start: (tool, args) => {
    const id = nextId++
    const control = new AbortController()
    controls.set(id, control)
    const run: ToolRun = { id, tool, args, startedAt: Date.now(), state: 'running', outcome: null, error: null }
    set((before) => ({ runs: [run, ...before.runs].slice(0, KEPT) }))
    const change = (patch: Partial<ToolRun>) =>
      set((before) => ({ runs: before.runs.map((one) => (one.id === id ? { ...one, ...patch } : one)) }))
    client.tools
      .run({ name: tool, args }, { signal: control.signal })
      .then(
        (outcome) => change({ state: 'done', outcome }),
        (error: unknown) => change(control.signal.aborted ? { state: 'cancelled' } : { state: 'unreachable', error }),
      )
      .finally(() => controls.delete(id))
    return id
  },
  cancel: (id) => controls.get(id)?.abort(),
}))
