/** Takes a person out of the hub with everything that is theirs, in one transaction. */
import type { Database, Transaction } from '../db/database.ts'
import { ProfileError } from './profile-error.ts'
import type { Profiles } from './profiles.ts'

export interface PersonRemoval {
  /**
   * `name` has to be the person's, as it is shown. Throws ProfileError `unknown_profile`, `default_profile` or
   * `wrong_name`; nothing is removed then. Returns how many rows went, over all tables.
   */
  remove(request: { readonly publicId: string; readonly name: string }): Promise<{ readonly removedRows: number }>
}

export interface PersonRemovalOptions {
  readonly db: Database
  readonly profiles: Pick<Profiles, 'byPublicId' | 'forget'>
  /** Ends what still writes for them (imports, answers) before their rows go. */
  readonly stopWork: (userId: number) => Promise<void>
  /** After the rows are gone: what is held of them in memory goes too. */
  readonly onRemoved: (userId: number) => void
}

/**
 * Rows that belong to a person by another column than `user_id`; $1 is the person's id, $2 their public id as text.
 * They go first, while the rows that lead to them are there.
 */
const LINKED: readonly { readonly table: string; readonly where: string }[] = [
  {
    table: 'personal_url_secret',
    where: `(person_id, url_id) IN (SELECT user_id, id FROM personal_url WHERE user_id = $1 OR subject_id = $1)`,
  },
  { table: 'personal_url', where: 'subject_id = $1' },
  { table: 'share', where: 'viewer_id = $1' },
  {
    table: 'oauth_item',
    where: `grant_id IN (SELECT id FROM oauth_grant WHERE user_id = $1 OR granted_by = $1)
            OR payload->>'accountId' = $2
            OR payload->>'clientId' IN (SELECT id FROM oauth_client WHERE person_id = $1)`,
  },
  // What they let in over another's data stood on their word.
  { table: 'oauth_grant', where: 'granted_by = $1' },
  { table: 'oauth_client', where: 'person_id = $1' },
]

export function createPersonRemoval({ db, profiles, stopWork, onRemoved }: PersonRemovalOptions): PersonRemoval {
  return {
    async remove({ publicId, name }) {
      const person = await profiles.byPublicId(publicId)
      if (person === null) {
        throw new ProfileError(
          'unknown_profile',
          'This person is not on this computer.',
          'List the people in Settings.',
        )
      }
      if (person.isDefault) {
        throw new ProfileError(
          'default_profile',
          `${person.name} is the first person of this computer and cannot be removed.`,
          'To start over, quit Mirohub and remove its data folder.',
        )
      }
      if (name.trim() !== person.name) {
        throw new ProfileError(
          'wrong_name',
          'The name that was typed is not the name of this person.',
          `Type it as it is shown: ${person.name}`,
        )
      }
      await stopWork(person.id)
      const removedRows = await db.transaction((tx) => removeRows(tx, person.id, person.publicId))
      profiles.forget(person.id)
      onRemoved(person.id)
      return { removedRows }
    },
  }
}

async function removeRows(tx: Transaction, id: number, publicId: string): Promise<number> {
  // Nobody makes or changes people meanwhile.
  await tx.query('LOCK TABLE profile IN SHARE ROW EXCLUSIVE MODE')
  let removed = 0
  for (const { table, where } of LINKED) {
    const params = where.includes('$2') ? [id, publicId] : [id]
    removed += await countedDelete(tx, table, where, params)
  }
  for (const table of await personalTables(tx)) removed += await countedDelete(tx, table, 'user_id = $1', [id])
  return removed + (await countedDelete(tx, 'profile', 'id = $1 AND NOT is_default', [id]))
}

/** From the database itself, so that neither a table that is added later nor one that an import stages in is forgotten. */
async function personalTables(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT c.table_name AS name
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.column_name = 'user_id' AND c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
      ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

async function countedDelete(
  tx: Transaction,
  table: string,
  where: string,
  params: readonly unknown[],
): Promise<number> {
  const [row] = await tx.query<{ removed: number }>(
    `WITH gone AS (DELETE FROM "${table}" WHERE ${where} RETURNING 1) SELECT count(*)::int AS removed FROM gone`,
    params,
  )
  return row?.removed ?? 0
}
