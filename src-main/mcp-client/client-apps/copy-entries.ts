/** Entries to copy into any other client. Pure; a token never stands in them, only the place for one. */
import type { Launch } from './clients.ts'
import { OWN_NAME } from './entry-edit.ts'

export interface CopyEntries {
  readonly stdio: string
  readonly universalProxy: string
  readonly mcpRemote: string
  readonly url: string
  readonly header: string
  readonly claudeCode: string
  readonly publicUrl: string | null
}

export interface CopyEntriesInput {
  readonly launch: Launch
  /** Address of `/mcp` on this computer. */
  readonly url: string
  /** Address of `/mcp` from elsewhere, or null. */
  readonly publicUrl: string | null
}

const TOKEN_PLACE = 'TOKEN'

export function copyEntries({ launch, url, publicUrl }: CopyEntriesInput): CopyEntries {
  const own = {
    command: launch.command,
    args: launch.args,
    ...(Object.keys(launch.env).length > 0 ? { env: launch.env } : {}),
  }
  return {
    stdio: servers(own),
    universalProxy: servers({ command: 'npx', args: ['-y', 'universal-mcp-proxy'], env: { UMCP_ENDPOINT: url } }),
    mcpRemote: servers({
      command: 'npx',
      // Only localhost and 127.0.0.1 may be spoken to in the clear without saying so.
      // No space in the header: some clients on Windows split arguments there (README of mcp-remote). The token is in
      // the environment, because every account of the computer can read the arguments of a process.
      args: [
        '-y',
        'mcp-remote',
        url,
        '--transport',
        'http-only',
        ...(/^http:\/\/(localhost|127\.0\.0\.1)[:/]|^https:/.test(url) ? [] : ['--allow-http']),
        '--header',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote fills it in from the environment.
        'Authorization:${AUTH_HEADER}',
      ],
      env: { AUTH_HEADER: `Bearer ${TOKEN_PLACE}` },
    }),
    url,
    header: `Authorization: Bearer ${TOKEN_PLACE}`,
    claudeCode: `claude mcp add --transport http --scope user ${OWN_NAME} ${url} --header "Authorization: Bearer ${TOKEN_PLACE}"`,
    publicUrl,
  }
}

function servers(entry: object): string {
  return JSON.stringify({ mcpServers: { [OWN_NAME]: entry } }, null, 2)
}
