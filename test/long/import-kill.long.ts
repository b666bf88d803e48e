/** kill -9 in the middle of an import, twenty times: opens again, the unfinished file is wholly gone, the rest stays. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src-main/db/open.ts'
import { createImportService } from '../../src-main/health/import/import-service.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { appleExportText } from '../fixtures/apple-export.ts'

const ROUNDS = 20
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'import-kill-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

it(`loses nothing that was done and keeps nothing that was not, ${ROUNDS} times`, async () => {
  const dataDir = join(dir, 'data')
  const first = join(dir, 'first.xml')
  const second = join(dir, 'second.xml')
  await writeFile(first, appleExportText({ days: 3, seed: 31, zone: 'UTC' }).xml)
  await writeFile(second, appleExportText({ days: 40, seed: 32, zone: 'UTC' }).xml)
  await withImports(dataDir, async (imports, rowsOf) => {
    const done = imports.start(1, first)
    for await (const progress of imports.follow(done.jobId)) expect(progress.error).toBeUndefined()
    expect(await rowsOf()).toBeGreaterThan(5000)
  })
  let known = await withImports(dataDir, async (_imports, rowsOf) => rowsOf())
  for (let round = 0; round < ROUNDS; round++) {
    const child = startImport(dataDir, second)
    // Listened for from the start: a child that is done before its kill has closed already.
    const over = new Promise((resolve) => child.on('close', resolve))
    await until(child, (line) => line.includes('reading'))
    await new Promise((resolve) => setTimeout(resolve, 100 * round))
    child.kill('SIGKILL')
    await over
    const now = await withImports(dataDir, async (imports, rowsOf) => {
      // A late kill may come after the end: then the whole file is there. Lines of earlier rounds say 'removed'.
      const line = (await imports.history(1)).find((entry) => entry.name === 'second.xml' && entry.state === 'done')
      const rows = await rowsOf()
      if (line !== undefined) {
        expect(rows).toBe(known + line.imported)
        await imports.undo(1, line.id)
        return rowsOf()
      }
      return rows
    })
    expect(now, `round ${round}`).toBe(known)
    known = now
  }
})

async function withImports<T>(
  dataDir: string,
  work: (imports: Awaited<ReturnType<typeof createImportService>>, rowsOf: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  const imports = await createImportService({
    db,
    config: { dataDir },
    now: () => new Date(),
    log: silentLogger,
    profileOf: async () => ({ timeZone: 'UTC' }),
  })
  try {
    await imports.recover()
    return await work(imports, async () => {
      const [row] = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM observation')
      return row?.n ?? -1
    })
  } finally {
    await imports.close()
    await db.close()
  }
}

function startImport(dataDir: string, path: string): ChildProcess {
  const script = fileURLToPath(new URL('./import-child.ts', import.meta.url))
  return spawn(process.execPath, [script, dataDir, path], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function until(child: ChildProcess, found: (text: string) => boolean): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (found(text)) resolve()
    })
    child.on('close', () => reject(new Error(`the child ended early: ${text}`)))
  })
}
