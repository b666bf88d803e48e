/**
 * Whether whoever started this process is still there. `npm run` puts a shell between itself and its program; a signal to npm
 * ends that shell and never reaches the program, which would run on and keep the data directory locked.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** How a process's ancestors are looked up; handed in, so that it can be tested without processes. */
export interface Ancestry {
  /** This process's parent now. */
  parent(): number
  /** Another process's parent now; null where the system does not tell or the process is gone. */
  parentOf(pid: number): number | null
}

export const systemAncestry: Ancestry = {
  parent: () => process.ppid,
  parentOf(pid) {
    try {
      // proc_pid_stat(5): the name in brackets may hold anything, the parent is the second field after it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return null
    }
  },
}

/** A check that is true once the parent or, where it can be known, the grandparent has ended (its child gets another). */
export function starterCheck(ancestry: Ancestry): () => boolean {
  const parent = ancestry.parent()
  const grandparent = ancestry.parentOf(parent)
  return () => {
    if (ancestry.parent() !== parent) return true
    return grandparent !== null && ancestry.parentOf(parent) !== grandparent
  }
}

/**
 * Resolves when this process was started by an npm script and npm has ended. Otherwise it stays open: a service manager or a
 * terminal that is closed sends signals of its own. Does not keep the process alive.
 */
export async function npmEnded(env: NodeJS.ProcessEnv = process.env, everyMs = 300): Promise<'npm ended'> {
  if (env.npm_lifecycle_event === undefined) return new Promise(() => {})
  const isGone = starterCheck(systemAncestry)
  while (!isGone()) await wait(everyMs, undefined, { ref: false })
  return 'npm ended'
}
