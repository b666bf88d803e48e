/** Tells when something in a directory changes, also when the directory itself comes, goes or is replaced. */
import { type FSWatcher, statSync, watch } from 'node:fs'

/** Editors write a file in several steps; one call follows the last of them. */
const settleMs = 120
/** How often a directory that is not there is looked for, and one that cannot be watched is looked at. */
const pollMs = 2_000

/** Calls `onChange` after changes have settled. Returns the function that stops watching. */
export function watchDirectory(path: string, onChange: () => void): () => void {
  let watcher: FSWatcher | null = null
  let watched: number | null = null
  let settle: NodeJS.Timeout | null = null

  const soon = () => {
    if (settle) clearTimeout(settle)
    settle = setTimeout(onChange, settleMs)
    settle.unref()
  }
  const drop = () => {
    watcher?.close()
    watcher = null
    watched = null
  }
  const attach = () => {
    const inode = statSync(path, { throwIfNoEntry: false })?.ino ?? null
    if (inode === watched && (watcher || inode === null)) return
    drop()
    if (inode !== null) {
      try {
        watcher = watch(path, { persistent: false }, soon)
        watcher.on('error', drop)
        watched = inode
      } catch {
        // No watching here (an archive, a network share): the poll below looks instead.
        watched = null
      }
    }
    soon()
  }
  attach()
  const poll = setInterval(attach, pollMs)
  poll.unref()
  return () => {
    clearInterval(poll)
    if (settle) clearTimeout(settle)
    drop()
  }
}
