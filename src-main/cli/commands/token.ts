/** `token`: a bearer token for `/mcp`, printed once. */
import type { Connection } from '../connection.ts'
import { printResult, tell } from '../output.ts'

export async function token(connection: Connection, days: number): Promise<void> {
  const { client } = connection
  const info = await client.app.info()
  const created = await client.app.tokens.create({ label: 'mirohub token', days })
  if (info.secrets.store === 'memory') {
    tell(
      connection.own === null
        ? 'No keychain: the key lives in the running hub, so this token ends when that hub stops.'
        : 'No keychain and no running hub: this token ends with this command. Start `mirohub serve` first, or set MIROHUB_SECRETS=file.',
    )
  }
  tell(
    `Valid until ${created.view.expiresAt}. Whoever holds it can read ${info.profile.name}'s data through ${info.mcpUrl || '/mcp'}; revoke it in Settings.`,
  )
  printResult(created.token)
}
