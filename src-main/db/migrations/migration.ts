/** One step of the schema. */

export interface Migration {
  /** 1, 2, 3 … without gaps; the order in which they are applied. */
  readonly id: number
  readonly name: string
  /** Statements that run together in one transaction. */
  readonly sql: string
}
