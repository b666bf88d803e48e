/** Watches the directories of skills and every folder in them, which come and go, and tells that something changed. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { watchDirectory } from '../config/directory-watch.ts'
import { skillLimits } from './types.ts'

/** More folders than this are looked at by the next turn, and not told of by themselves. */
const most = 300

export interface SkillWatch {
  close(): void
}

/** `onChange` follows when changes have settled, also at the start. */
export function watchSkills(dirs: readonly string[], onChange: () => void): SkillWatch {
  const stops = new Map<string, () => void>()
  let isClosed = false
  let isLooking = false
  let isWanted = false

  /** One look at a time; what happens meanwhile is one more look after it. */
  async function look(): Promise<void> {
    isWanted = true
    if (isLooking) return
    isLooking = true
    try {
      while (isWanted && !isClosed) {
        isWanted = false
        const wanted = new Set<string>()
        for (const dir of dirs) await foldersOf(dir, skillLimits.depth + 1, wanted)
        if (isClosed) return
        for (const [path, stop] of stops) {
          if (wanted.has(path)) continue
          stop()
          stops.delete(path)
        }
        for (const path of wanted) if (!stops.has(path)) stops.set(path, watchDirectory(path, told))
      }
    } finally {
      isLooking = false
    }
  }
  const told = () => {
    if (isClosed) return
    void look()
    onChange()
  }
  void look()
  return {
    close() {
      isClosed = true
      for (const stop of stops.values()) stop()
      stops.clear()
    },
  }
}

async function foldersOf(path: string, depth: number, into: Set<string>): Promise<void> {
  if (into.size >= most) return
  into.add(path)
  if (depth === 0) return
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isDirectory() && !entry.name.startsWith('.')) await foldersOf(join(path, entry.name), depth - 1, into)
  }
}
