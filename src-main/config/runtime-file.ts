/**
 * `hub.json` in the data directory: how the owner's other processes find the hub that runs. Mode 0600, written whole
 * and renamed, removed at a clean stop; a left-over one is recognised by its pid and by the hub not answering.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** app: the desktop or `serve`. stdio: an MCP client's endpoint, which gives the data up when the app starts. */
export type HubRole = 'app' | 'stdio' | 'command'

export interface RuntimeFile {
  readonly pid: number
  readonly role: HubRole
  readonly version: string
  /** Origin, e.g. http://127.0.0.1:18060 */
  readonly url: string
  readonly mcp: string
  /** Bearer for `/rpc`; worth as much as the data directory itself. */
  readonly token: string
}

const fileName = (dataDir: string) => join(dataDir, 'hub.json')

export function writeRuntimeFile(dataDir: string, content: RuntimeFile): void {
  const target = fileName(dataDir)
  const temporary = `${target}.${process.pid}.tmp`
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, target)
}

/** Null when there is none or it is not ours to understand. */
export function readRuntimeFile(dataDir: string): RuntimeFile | null {
  try {
    const value: unknown = JSON.parse(readFileSync(fileName(dataDir), 'utf8'))
    if (typeof value !== 'object' || value === null) return null
    const { pid, role, version, url, mcp, token } = value as Record<string, unknown>
    if (typeof pid !== 'number' || typeof version !== 'string' || typeof url !== 'string') return null
    if (typeof mcp !== 'string' || typeof token !== 'string') return null
    // A file of an earlier version names no role; such a hub gives nothing up.
    const known: HubRole = role === 'stdio' || role === 'command' ? role : 'app'
    return { pid, role: known, version, url, mcp, token }
  } catch {
    return null
  }
}

/** Removes the file when it is this process's own. */
export function removeRuntimeFile(dataDir: string): void {
  if (readRuntimeFile(dataDir)?.pid === process.pid) rmSync(fileName(dataDir), { force: true })
}
