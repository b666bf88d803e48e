/** Keeps the entries of declared servers as their files are: the file is the truth, approval stays the person's. */
import type { Logger } from '../../log/logger.ts'
import { defaultSettings, noValues, type ServerEntry } from '../model/server-entry.ts'
import type { ServerStore } from '../model/server-store.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import type { DeclaredServer } from './declared-file.ts'
import type { DeclaredServers } from './declared-servers.ts'

export interface FollowDeclaredOptions {
  readonly declared: Pick<DeclaredServers, 'servers' | 'problems'>
  readonly store: Pick<ServerStore, 'list' | 'add' | 'update' | 'remove' | 'setTools'>
  readonly userId: number
  readonly entryChanged: (entry: ServerEntry) => Promise<void>
  readonly entryRemoved: (userId: number, id: string) => Promise<void>
  readonly log: Logger
}

/** `run` brings entries in line with the files, one after another; one that cannot be is logged, the rest go on. */
export function followDeclared(options: FollowDeclaredOptions): { run(): Promise<void> } {
  const { declared, store, userId, log } = options
  let running: Promise<void> = Promise.resolve()
  /** By file, what it said last. */
  const seen = new Map<string, string>()

  async function follow(): Promise<void> {
    const entries = await store.list(userId)
    const known = new Map(
      entries.flatMap((entry) => (entry.origin.kind === 'file' ? [[entry.origin.file, entry]] : [])),
    )
    const files = new Set([...declared.servers(), ...declared.problems()].map(({ file }) => file))
    for (const server of declared.servers()) {
      try {
        await one(server, known.get(server.file))
      } catch (error) {
        log.error('a declared server could not be taken over', { file: server.file, error })
      }
    }
    for (const [file, entry] of known) {
      // A file that cannot be read now says nothing about whether its server should go.
      if (files.has(file)) continue
      await store.remove(userId, entry.id)
      await options.entryRemoved(userId, entry.id)
    }
  }

  async function one(server: DeclaredServer, known: ServerEntry | undefined): Promise<void> {
    const { file, name, target, isOff } = server
    const last = JSON.stringify(server)
    if (known !== undefined) {
      // What the person switched since stays, until the file itself says something else.
      const isSame = fingerprintOf(known.target) === fingerprintOf(target) && known.name === name
      if (isSame && (seen.get(file) ?? last) === last) return
      const switched = seen.has(file) ? { enabled: !isOff } : {}
      seen.set(file, last)
      await block(known.id, server)
      await options.entryChanged(await store.update(userId, known.id, { name, target, ...switched }))
      return
    }
    seen.set(file, last)
    const added = await store.add(userId, {
      slug: name,
      name,
      origin: { kind: 'file', file },
      target,
      settings: defaultSettings,
      values: noValues,
    })
    await block(added.id, server)
    await options.entryChanged(isOff ? added : await store.update(userId, added.id, { enabled: true }))
  }

  /** `tool_blacklist`; pairs that name another server are that one's. */
  async function block(id: string, { name, blockedTools }: DeclaredServer): Promise<void> {
    const blocked = blockedTools
      .filter(({ server }) => server === name)
      .map(({ tool }) => ({ name: tool, policy: 'block' as const }))
    if (blocked.length > 0) await store.setTools(userId, id, blocked)
  }

  return {
    run() {
      running = running
        .then(follow)
        .catch((error: unknown) => log.error('declared servers were not followed', { error }))
      return running
    },
  }
}
