/**
 * Writes checkpoints behind the run: the newest at most every so often, and at once where a call is about to change
 * something. Short steps follow each other faster than a disk confirms them; what a crash takes is a step that the
 * stored events still tell of (loop/resume.ts).
 */
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  copyCheckpoint,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint'
import type { CheckpointSaver } from './saver.ts'

const WRITE_EVERY_MS = 300

interface HeldCheckpoint {
  readonly config: RunnableConfig
  readonly checkpoint: Checkpoint
  readonly metadata: CheckpointMetadata
  readonly versions: ChannelVersions
}

interface HeldWrites {
  readonly config: RunnableConfig
  readonly writes: PendingWrite[]
  readonly taskId: string
  readonly taskPath: string | undefined
}

/** For one thread. */
export class BehindSaver extends BaseCheckpointSaver {
  readonly #inner: CheckpointSaver
  readonly #onFault: (error: unknown) => void
  #held: HeldCheckpoint | null = null
  #writes: HeldWrites[] = []
  #timer: NodeJS.Timeout | null = null
  #working: Promise<void> = Promise.resolve()

  /** @param onFault Told when something could not be stored; the run goes on without. */
  constructor(inner: CheckpointSaver, onFault: (error: unknown) => void) {
    super()
    this.#inner = inner
    this.#onFault = onFault
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    await this.settled()
    return this.#inner.getTuple(config)
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    await this.settled()
    yield* this.#inner.list(config, options)
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions: ChannelVersions,
  ): Promise<RunnableConfig> {
    this.#held = { config, checkpoint: copyCheckpoint(checkpoint), metadata, versions }
    // What tasks of an earlier step wrote is part of this one.
    this.#writes = this.#writes.filter((held) => held.config.configurable?.checkpoint_id === checkpoint.id)
    this.#schedule()
    const { thread_id, checkpoint_ns = '' } = config.configurable ?? {}
    return Promise.resolve({ configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } })
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string, taskPath?: string): Promise<void> {
    this.#writes.push({ config, writes, taskId, taskPath })
    this.#schedule()
    return Promise.resolve()
  }

  /** Everything that was handed over so far is stored, or was told to be lost. */
  async settled(): Promise<void> {
    // The library hands a checkpoint over some turns of the loop after the step that made it.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    await this.#flush()
  }

  override async deleteThread(threadId: string): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#held = null
    this.#writes = []
    await this.#working
    await this.#inner.deleteThread(threadId)
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), WRITE_EVERY_MS)
  }

  #flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const held = this.#held
    const writes = this.#writes
    this.#held = null
    this.#writes = []
    if (held !== null || writes.length > 0)
      this.#working = this.#working.then(() => this.#store(held, writes)).catch(this.#onFault)
    return this.#working
  }

  async #store(held: HeldCheckpoint | null, writes: readonly HeldWrites[]): Promise<void> {
    if (held !== null) await this.#inner.put(held.config, held.checkpoint, held.metadata, held.versions)
    for (const { config, writes: values, taskId, taskPath } of writes)
      await this.#inner.putWrites(config, values, taskId, taskPath)
  }
}
