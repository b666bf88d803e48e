/** `doctor`: what a person or a bug report needs to know, also when the data cannot be opened. */
import { existsSync, statfsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { readRuntimeFile } from '../../config/runtime-file.ts'
import { version } from '../../config/version.ts'
import { openDatabase } from '../../db/open.ts'
import { createLogger } from '../../log/logger.ts'
import { noteText } from '../../secrets/notes.ts'
import { openSecrets } from '../../secrets/open.ts'
import { connectToRunningHub } from '../connection.ts'
import { CommandFailed, describeError, printJson, printResult } from '../output.ts'

interface Finding {
  what: string
  value: string
  ok: boolean
  /** More of it for `--json`. */
  details?: Record<string, string | null>
}

const LOW_DISK_BYTES = 2 * 1024 ** 3

function diskFinding(dataDir: string): Finding {
  const at = existsSync(dataDir) ? dataDir : '/'
  const { bavail, bsize } = statfsSync(at)
  const free = bavail * bsize
  return { what: 'free disk', value: `${(free / 1024 ** 3).toFixed(1)} GB`, ok: free > LOW_DISK_BYTES }
}

/** Where secrets are, and the note with the way out where that is not as it should be. */
function secretsFinding(store: string, note: string | null): Finding {
  return { what: 'secrets', value: note === null ? store : `${store}: ${note}`, ok: true, details: { store, note } }
}

/** The database is opened only when no hub holds it; a running hub answers for its own. */
async function databaseFinding(config: Config): Promise<Finding[]> {
  const running = await connectToRunningHub(config.dataDir)
  if (running !== null) {
    try {
      const info = await running.client.app.info()
      return [
        {
          what: 'hub',
          value: `runs at ${running.running?.url} (pid ${running.running?.pid}, version ${info.version})`,
          ok: true,
        },
        { what: 'database', value: `${info.engine}, open in the running hub`, ok: true },
        secretsFinding(info.secrets.store, info.secrets.note),
      ]
    } finally {
      await running.close()
    }
  }
  const leftOver = readRuntimeFile(config.dataDir)
  const hub: Finding = {
    what: 'hub',
    value: leftOver === null ? 'none runs' : `none answers (hub.json of pid ${leftOver.pid} is left over, harmless)`,
    ok: true,
  }
  const log = createLogger({ dataDir: config.dataDir, level: 'error', stream: null })
  const secrets = await openSecrets({
    mode: config.secrets,
    isFixed: config.isSecretsFixed,
    dataDir: config.dataDir,
    log,
  })
  const kept = secretsFinding(secrets.store, noteText(secrets.note, 'en'))
  secrets.close()
  try {
    const db = await openDatabase({ config, log })
    const [row] = await db.query<{ v: string }>("select current_setting('server_version') as v")
    await db.close()
    return [hub, { what: 'database', value: `${db.engine}, PostgreSQL ${row?.v}`, ok: true }, kept]
  } catch (error) {
    return [hub, { what: 'database', value: describeError(error), ok: false }, kept]
  }
}

export async function doctor(config: Config, json: boolean): Promise<void> {
  const findings: Finding[] = [
    { what: 'mirohub', value: version, ok: true },
    { what: 'node', value: process.versions.node, ok: true },
    { what: 'platform', value: `${process.platform} ${process.arch}`, ok: true },
    { what: 'data directory', value: config.dataDir, ok: true },
    { what: 'tool directories', value: config.toolDirs.join(', '), ok: true },
    diskFinding(config.dataDir),
    ...(await databaseFinding(config)),
  ]
  if (json)
    printJson(Object.fromEntries(findings.map(({ what, value, ok, details }) => [what, { value, ok, ...details }])))
  else for (const { what, value, ok } of findings) printResult(`${ok ? ' ok ' : 'FAIL'}  ${what}: ${value}`)
  if (findings.some((finding) => !finding.ok)) throw new CommandFailed()
}
