/** The embedded engine: PGlite on a cluster directory, in a thread of its own, started again when it stopped. */

import type { Logger } from '../log/logger.ts'
import { closeTree } from './cluster.ts'
import { EngineLink } from './engine-link.ts'
import { EngineProcess } from './engine-process.ts'
import { linkedParts } from './linked-engine.ts'
import { PooledDatabase } from './pooled-database.ts'
import { inspectCluster } from './preflight.ts'

export interface EmbeddedOptions {
  readonly clusterDir: string
  readonly log: Logger
  /** After the engine has closed. */
  readonly close: () => Promise<void>
  /** After the engine stopped by itself (a full disk) and was started again; `reason` is why it had stopped. */
  readonly onRecovered?: (reason: Error) => void
}

export interface EmbeddedEngine {
  readonly database: PooledDatabase
  backup(file: string): Promise<void>
}

/** After a start that failed, how long later queries get the same answer before it is tried again. */
const retryMs = 3000

/**
 * Opens a whole cluster. A first failure is tried once more with the engine telling what it does: some pass (a crash
 * in the middle of recovery), the others then name their cause. The directory is left as it is either way.
 *
 * @throws DatabaseError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const { clusterDir, log } = options
  let engine = await startEngine(clusterDir, log)
  let link = new EngineLink(engine.link())
  let lost: Error | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let restarting: Promise<void> | null = null
  let isClosing = false

  const watch = (): void =>
    engine.onLost((error) => {
      lost = error
      if (!isClosing) log.error('The database engine stopped', { error })
      link.fail(error)
    })
  watch()

  const restart = async (reason: Error): Promise<void> => {
    try {
      inspectCluster(clusterDir)
      engine = await startEngine(clusterDir, log)
    } catch (error) {
      failedAt = performance.now()
      lost = error instanceof Error ? error : new Error(String(error))
      throw lost
    }
    link = new EngineLink(engine.link())
    lost = null
    watch()
    log.info('The database engine was started again')
    options.onRecovered?.(reason)
  }
  /** Everything confirmed is in the log on disk, so an engine that stopped can simply be opened again. */
  const ready = (): Promise<void> | null => {
    if (lost === null || isClosing) return null
    if (performance.now() - failedAt < retryMs) return Promise.reject(lost)
    restarting ??= restart(lost).finally(() => {
      restarting = null
    })
    return restarting
  }

  const database = new PooledDatabase(
    linkedParts(() => link, clusterDir, {
      ready,
      workerPort: () => engine.link(),
      close: async () => {
        isClosing = true
        await restarting?.catch(() => {})
        await engine.close()
        link.close()
        closeTree(clusterDir)
        await options.close()
      },
    }),
  )
  return { database, backup: (file) => engine.backup(file) }
}

async function startEngine(clusterDir: string, log: Logger): Promise<EngineProcess> {
  try {
    return await EngineProcess.start({ clusterDir, explain: false }, log)
  } catch (error) {
    log.warn('The database did not open, trying once more', { error })
    return EngineProcess.start({ clusterDir, explain: true }, log)
  }
}
