/** What a person has here, counted: for the question before they are removed. */
import type { Queryable } from '../db/database.ts'

export type PersonHoldings = {
  /** Records that their imports stored, genotypes among them. */
  readonly records: number
  /** Imported files that hold them. */
  readonly files: number
  readonly chats: number
  /** Tokens, personal URLs and connected apps that were not revoked. */
  readonly access: number
}

export async function readHoldings(db: Queryable, userId: number): Promise<PersonHoldings> {
  // The import history has counted the records: counting millions of rows would hold up everybody else.
  const [row] = await db.query<PersonHoldings>(
    `SELECT
       (SELECT coalesce(sum(imported), 0)::float8 FROM import_file WHERE user_id = $1 AND state = 'done') AS records,
       (SELECT count(*)::int FROM import_file WHERE user_id = $1 AND state = 'done') AS files,
       (SELECT count(*)::int FROM conversation WHERE user_id = $1) AS chats,
       ((SELECT count(*) FROM access_token WHERE user_id = $1 AND revoked_at IS NULL)
        + (SELECT count(*) FROM personal_url WHERE user_id = $1 AND revoked_at IS NULL)
        + (SELECT count(*) FROM oauth_grant WHERE user_id = $1 AND revoked_at IS NULL))::int AS access`,
    [userId],
  )
  return row ?? { records: 0, files: 0, chats: 0, access: 0 }
}
