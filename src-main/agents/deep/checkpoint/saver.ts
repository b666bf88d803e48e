/**
 * LangGraph's checkpoints in the hub's own tables, so that a run goes on after the hub was closed in the middle of it.
 * Bound to one person. Serialised as LangGraph does it; the tables hold bytes.
 */
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  compareWritesSortKeys,
  copyCheckpoint,
  getCheckpointId,
  maxChannelVersion,
  type PendingWrite,
  TASKS,
  WRITES_IDX_MAP,
  writesSortKey,
} from '@langchain/langgraph-checkpoint'
import type { Database } from '../../../db/database.ts'

export interface SaverOptions {
  readonly db: Pick<Database, 'query'>
  readonly userId: number
  readonly now: () => Date
  /** False: of each thread only the newest checkpoint and the one before stay, which is all that going on needs. */
  readonly keepsAll?: boolean
}

interface CheckpointRow extends Record<string, unknown> {
  readonly thread_id: string
  readonly ns: string
  readonly id: string
  readonly parent_id: string | null
  readonly type: string
  readonly checkpoint: Uint8Array
  readonly metadata: Uint8Array
}

interface WriteRow extends Record<string, unknown> {
  readonly task_id: string
  readonly idx: number
  readonly channel: string
  readonly type: string
  readonly value: Uint8Array
  readonly task_path: string
}

export class CheckpointSaver extends BaseCheckpointSaver {
  readonly #options: SaverOptions

  constructor(options: SaverOptions) {
    super()
    this.#options = options
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    if (config.configurable?.thread_id === undefined) return undefined
    const { threadId, ns } = placeOf(config)
    const id = getCheckpointId(config)
    const [row] = await this.#options.db.query<CheckpointRow>(
      `select thread_id, ns, id, parent_id, type, checkpoint, metadata from checkpoint
       where user_id = $1 and thread_id = $2 and ns = $3 and ($4 = '' or id = $4) order by id desc limit 1`,
      [this.#options.userId, threadId, ns, id ?? ''],
    )
    return row === undefined ? undefined : this.#tuple(row)
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread_id: threadId, checkpoint_ns: ns } = config.configurable ?? {}
    const id = getCheckpointId(config)
    const before = options.before === undefined ? '' : getCheckpointId(options.before)
    const rows = await this.#options.db.query<CheckpointRow>(
      `select thread_id, ns, id, parent_id, type, checkpoint, metadata from checkpoint
       where user_id = $1 and ($2::text is null or thread_id = $2) and ($3::text is null or ns = $3)
         and ($4 = '' or id = $4) and ($5 = '' or id < $5)
       order by id desc`,
      [this.#options.userId, threadId ?? null, ns ?? null, id ?? '', before ?? ''],
    )
    let left = options.limit ?? Number.POSITIVE_INFINITY
    for (const row of rows) {
      if (left <= 0) return
      const tuple = await this.#tuple(row)
      const metadata: Readonly<Record<string, unknown>> = { ...tuple.metadata }
      const wanted = Object.entries(options.filter ?? {})
      if (!wanted.every(([key, value]) => metadata[key] === value)) continue
      left--
      yield tuple
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { db, userId, now, keepsAll = false } = this.#options
    const { threadId, ns } = placeOf(config)
    const parent: unknown = config.configurable?.checkpoint_id
    const parentId = typeof parent === 'string' ? parent : null
    const [[type, bytes], [, metaBytes]] = await Promise.all([
      this.serde.dumpsTyped(copyCheckpoint(checkpoint)),
      this.serde.dumpsTyped(metadata),
    ])
    const insert = `insert into checkpoint (user_id, thread_id, ns, id, parent_id, type, checkpoint, metadata, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (user_id, thread_id, ns, id) do update
         set parent_id = excluded.parent_id, type = excluded.type,
             checkpoint = excluded.checkpoint, metadata = excluded.metadata`
    // In one statement: a run writes two of these for each call of its model.
    const pruned = `with put as (${insert}),
       gone as (
         delete from checkpoint
         where user_id = $1 and thread_id = $2 and ns = $3 and id <> $4 and id is distinct from $5 returning id
       )
       delete from checkpoint_write w using gone
       where w.user_id = $1 and w.thread_id = $2 and w.ns = $3 and w.checkpoint_id = gone.id`
    await db.query(keepsAll ? insert : pruned, [
      userId,
      threadId,
      ns,
      checkpoint.id,
      parentId,
      type,
      Buffer.from(bytes),
      Buffer.from(metaBytes),
      now(),
    ])
    return { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: checkpoint.id } }
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    const { db, userId } = this.#options
    const { threadId, ns } = placeOf(config)
    const checkpointId: unknown = config.configurable?.checkpoint_id
    if (typeof checkpointId !== 'string') throw new Error('Writes need the checkpoint_id that they belong to.')
    const rows = await Promise.all(
      writes.map(async ([channel, value], at) => {
        const [type, bytes] = await this.serde.dumpsTyped(value)
        return { idx: WRITES_IDX_MAP[channel] ?? at, channel, type, bytes: Buffer.from(bytes) }
      }),
    )
    // Errors and interrupts have places of their own (below 0), which the newest one takes; of others the first stays.
    const groups = [rows.filter(({ idx }) => idx >= 0), rows.filter(({ idx }) => idx < 0)]
    for (const group of groups.filter(({ length }) => length > 0)) {
      const isSpecial = (group[0]?.idx ?? 0) < 0
      const places = group.map((_, at) => {
        const from = 7 + at * 4
        return `($1, $2, $3, $4, $5, $${from}, $${from + 1}, $${from + 2}, $${from + 3}, $6)`
      })
      await db.query(
        `insert into checkpoint_write
           (user_id, thread_id, ns, checkpoint_id, task_id, idx, channel, type, value, task_path)
         values ${places.join(', ')}
         on conflict (user_id, thread_id, ns, checkpoint_id, task_id, idx) ${
           isSpecial
             ? 'do update set channel = excluded.channel, type = excluded.type, value = excluded.value'
             : 'do nothing'
         }`,
        [
          userId,
          threadId,
          ns,
          checkpointId,
          taskId,
          taskPath,
          ...group.flatMap(({ idx, channel, type, bytes }) => [idx, channel, type, bytes]),
        ],
      )
    }
  }

  override async deleteThread(threadId: string): Promise<void> {
    for (const table of ['checkpoint_write', 'checkpoint'])
      await this.#options.db.query(`delete from ${table} where user_id = $1 and thread_id = $2`, [
        this.#options.userId,
        threadId,
      ])
  }

  /** In `writesSortKey` order. */
  async #writes(threadId: string, ns: string, checkpointId: string): Promise<[string, string, unknown][]> {
    const writes = await this.#options.db.query<WriteRow>(
      `select task_id, idx, channel, type, value, task_path from checkpoint_write
       where user_id = $1 and thread_id = $2 and ns = $3 and checkpoint_id = $4`,
      [this.#options.userId, threadId, ns, checkpointId],
    )
    const ordered = writes
      .map((write) => ({ write, key: writesSortKey(write.task_path, write.task_id, write.idx) }))
      .sort((a, b) => compareWritesSortKeys(a.key, b.key))
    return Promise.all(
      ordered.map(
        async ({ write }): Promise<[string, string, unknown]> => [
          write.task_id,
          write.channel,
          await this.serde.loadsTyped(write.type, write.value),
        ],
      ),
    )
  }

  /** Before format 4 the tasks of a step stood with the checkpoint before it. */
  async #takeSends(checkpoint: Checkpoint, threadId: string, ns: string, parentId: string): Promise<void> {
    const before = await this.#writes(threadId, ns, parentId)
    checkpoint.channel_values[TASKS] = before.flatMap(([, channel, value]) => (channel === TASKS ? [value] : []))
    const versions = Object.values(checkpoint.channel_versions)
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined)
  }

  async #tuple(row: CheckpointRow): Promise<CheckpointTuple> {
    const { thread_id: threadId, ns, id, parent_id: parentId } = row
    const [checkpoint, metadata, pendingWrites] = await Promise.all([
      this.serde.loadsTyped(row.type, row.checkpoint),
      this.serde.loadsTyped(row.type, row.metadata),
      this.#writes(threadId, ns, id),
    ])
    if (checkpoint.v < 4 && parentId !== null) await this.#takeSends(checkpoint, threadId, ns, parentId)
    return {
      config: { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: id } },
      checkpoint,
      metadata,
      pendingWrites,
      ...(parentId === null
        ? {}
        : { parentConfig: { configurable: { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: parentId } } }),
    }
  }
}

function placeOf(config: RunnableConfig): { readonly threadId: string; readonly ns: string } {
  const { thread_id: threadId, checkpoint_ns: ns } = config.configurable ?? {}
  if (typeof threadId !== 'string' || threadId === '')
    throw new Error('A checkpoint needs the thread_id it belongs to.')
  return { threadId, ns: typeof ns === 'string' ? ns : '' }
}
