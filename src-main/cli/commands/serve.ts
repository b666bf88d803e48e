/** `serve`: the hub without Electron, its page in the browser. One JSON line when ready; SIGTERM stops it cleanly. */
import type { Config } from '../../config/config.ts'
import { DatabaseError } from '../../db/database.ts'
import { createHub, type Hub } from '../../hub.ts'
import { connectToRunningHub } from '../connection.ts'
import { CommandFailed, printJson, tell } from '../output.ts'
import { npmEnded } from '../starter.ts'
import { onStopSignals } from '../stop-signals.ts'

/** Names the hub that owns the data, with a fresh page link for the person who came back. */
async function tellWhoRuns(config: Config): Promise<boolean> {
  const running = await connectToRunningHub(config.dataDir)
  if (running === null) return false
  // A stdio endpoint gives its data up to an app that starts.
  if (running.running?.role === 'stdio') {
    await running.close()
    return false
  }
  try {
    const { url, mcp, pid } = await running.client.local.pageUrl()
    tell(`A hub already runs for ${config.dataDir}: ${running.running?.url ?? mcp} (pid ${pid}).`)
    if (url !== null) tell(`Open its page: ${url}`)
  } finally {
    await running.close()
  }
  return true
}

async function openInBrowser(url: string): Promise<void> {
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    child.on('error', () => tell(`No browser could be opened. Open this link yourself: ${url}`))
    child.unref()
  } catch {
    tell(`No browser could be opened. Open this link yourself: ${url}`)
  }
}

/**
 * Resolves when the process is asked to stop. The handlers stay: npm, a terminal and a starter may each send a signal, and
 * the second must not end the process while the database is being closed.
 */
function stopRequested(): Promise<string> {
  return new Promise((resolve) => onStopSignals(resolve))
}

export async function serve(config: Config, options: { port: number | 'configured'; open: boolean }): Promise<void> {
  if (await tellWhoRuns(config)) throw new CommandFailed()
  const stop = Promise.race([stopRequested(), npmEnded()])
  let hub: Hub
  try {
    hub = await createHub(config, { host: 'node', page: true })
  } catch (error) {
    // Two starts at once: the other one won the lock and may need a moment to answer.
    if (error instanceof DatabaseError && error.code === 'locked' && (await tellWhoRuns(config)))
      throw new CommandFailed()
    throw error
  }
  try {
    const addresses = await hub.listen(options.port)
    const url = addresses.pageUrl() ?? addresses.url
    printJson({ event: 'ready', url, mcp: addresses.mcp, pid: process.pid })
    if (options.open) await openInBrowser(url)
    hub.log.info('stopping', { signal: await stop })
  } finally {
    await hub.stop()
  }
}
