/** The keys of an entry that the known clients write, and what they mean. Everything else is told, never used. */

/** Read by read-entry.ts. */
export const commandKeys = ['command', 'cmd'] as const
export const envKeys = ['env', 'envs', 'environment'] as const
export const cwdKeys = ['cwd', 'workingDirectory', 'working_directory'] as const
/** `uri`: Goose; `serverUrl`: Windsurf; `httpUrl`: Gemini CLI. */
export const urlKeys = ['url', 'serverUrl', 'httpUrl', 'uri'] as const
export const headerKeys = ['headers', 'http_headers'] as const
export const typeKeys = ['type', 'transport', 'transportType'] as const

const read: readonly string[] = [
  ...commandKeys,
  ...envKeys,
  ...cwdKeys,
  ...urlKeys,
  ...headerKeys,
  ...typeKeys,
  'args',
  'name',
  'disabled',
  'enabled',
  'env_keys',
  'bearer_token_env_var',
  'env_http_headers',
  'oauth',
  'auth',
]

/** What clients keep for themselves: their own switches, limits and looks. Not taken over, and no surprise. */
const clientsOwn: readonly string[] = [
  'description',
  'title',
  'displayName',
  'display_name',
  'icon',
  'version',
  'gallery',
  'timeout',
  'initTimeout',
  'networkTimeout',
  'startup_timeout_sec',
  'startup_timeout_ms',
  'tool_timeout_sec',
  'alwaysAllow',
  'autoApprove',
  'autoStart',
  'autostart',
  'isActive',
  'trust',
  'tools',
  'enabledTools',
  'enabled_tools',
  'disabledTools',
  'disabled_tools',
  'includeTools',
  'excludeTools',
  'available_tools',
  'bundled',
  'required',
  'source',
  'dev',
  'sandbox',
  'sandboxEnabled',
  '$schema',
]

export const isKnownKey = (key: string): boolean => read.includes(key) || clientsOwn.includes(key)

/** The transport that a type stands for; null for one that is not spoken here. */
export function transportOf(type: string): 'stdio' | 'http' | 'sse' | null {
  switch (type.toLowerCase().replaceAll(/[-_ ]/g, '')) {
    case 'stdio':
    case 'local':
      return 'stdio'
    case 'http':
    case 'https':
    case 'streamablehttp':
    case 'httpstream':
    case 'remote':
      return 'http'
    case 'sse':
      return 'sse'
    default:
      return null
  }
}
