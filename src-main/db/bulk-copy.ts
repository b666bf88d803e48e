/** COPY on a PostgreSQL server: a query that streams its bytes once the server asks for them. */

import type { Connection, Submittable } from 'pg'

/** The part of node-postgres's Connection that a COPY uses and its typings leave out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** node-postgres runs it like any query: `client.query(new CopyIn(…))`, then await `done`. */
export class CopyIn implements Submittable {
  /** Rows that the server took. */
  readonly done: Promise<number>
  readonly #sql: string
  readonly #data: Uint8Array
  #rows = 0
  #settle: { resolve(rows: number): void; reject(error: Error): void } = { resolve: () => {}, reject: () => {} }
  #error: Error | null = null

  constructor(sql: string, data: Uint8Array) {
    this.#sql = sql
    this.#data = data
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  submit(connection: Connection): void {
    if (isCopyConnection(connection)) connection.query(this.#sql)
    else this.#settle.reject(new Error('This node-postgres connection cannot COPY'))
  }

  handleCopyInResponse(connection: Connection): void {
    if (!isCopyConnection(connection)) return
    const step = 256 * 1024
    for (let at = 0; at < this.#data.length; at += step) {
      const part = this.#data.subarray(at, at + step)
      connection.sendCopyFromChunk(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    }
    connection.endCopyFrom()
  }

  handleCommandComplete(message: { text: string }): void {
    this.#rows = Number(/\d+$/.exec(message.text)?.[0] ?? 0)
  }

  handleError(error: Error): void {
    this.#error = error
    // After a lost connection there is no ReadyForQuery; a second rejection of the same promise is nothing.
    this.#settle.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.#settle.resolve(this.#rows)
  }

  // What node-postgres calls on other queries.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
}

function isCopyConnection(value: object): value is CopyConnection {
  return 'query' in value && 'sendCopyFromChunk' in value && 'endCopyFrom' in value
}

/** `COPY "t" ("a", "b") FROM … WITH (FORMAT binary)`; names are quoted. */
export function copySql(table: string, columns: readonly string[], from: "'/dev/blob'" | 'STDIN'): string {
  return `COPY ${quoteName(table)} (${columns.map(quoteName).join(', ')}) FROM ${from} WITH (FORMAT binary)`
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
