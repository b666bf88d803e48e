/**
 * The client programs that Mirohub connects with one click: where each keeps its settings on each operating system, in
 * which format, and how it writes an MCP server. Pure: platform, home and environment are handed in. Every row names
 * the page or thread that it was taken from; all were looked up in November 2026.
 */
import { posix, win32 } from 'node:path'
import type { Environment } from '../../config/data-dir.ts'
import type { DataObject } from './settings-format.ts'

export type ClientId =
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vscode'
  | 'windsurf'
  | 'cline'
  | 'goose'
  | 'lm-studio'
  | 'zed'
  | 'codex'

/** The computer as far as settings files depend on it. */
export interface Computer {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Environment
}

/** A program to start for an MCP server over stdio. */
export interface Launch {
  /** Absolute. */
  readonly command: string
  readonly args: readonly string[]
  /** Never a secret: settings files are copied, synced and shown. */
  readonly env: Readonly<Record<string, string>>
}

export interface SettingsPlace {
  readonly file: string
  /** The client's own folder: where it is, the client is. Missing folders below it may be made, never it itself. */
  readonly folder: string
  /** Where this folder is, files in later places are left over from another installation. */
  readonly decisive?: boolean
}

export interface ClientProgram {
  readonly id: ClientId
  readonly name: string
  /** Places to look, the one that the current version uses first. */
  places(computer: Computer): readonly SettingsPlace[]
  readonly format: 'json' | 'yaml' | 'toml'
  /** Top-level key of the map of servers. */
  readonly serversKey: string
  /** Our entry as this client writes a stdio server. */
  entry(launch: Launch): DataObject
  /** Keys of an entry that would make it another kind of server or switch it off; they go when ours is written. */
  readonly foreignKeys: readonly string[]
  /** Names under which it reports itself in `clientInfo`, in lower case; a reported name may go on after a blank. */
  readonly reportedAs: readonly string[]
  /** What has to be done in the program after a change of the file. */
  readonly afterwards: 'restart' | 'reload' | 'nothing'
}

interface Folders {
  readonly join: (...parts: string[]) => string
  readonly home: string
  /** Of the XDG specification on Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. */
  readonly applications: string
  /** `$XDG_CONFIG_HOME` or `~/.config`; for programs that use it on macOS too. */
  readonly config: string
  readonly localApplications: string
}

function foldersOf({ platform, home, env }: Computer): Folders {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  const xdg = env.XDG_CONFIG_HOME
  // The XDG specification: a relative path is to be ignored.
  const config = xdg && isAbsolute(xdg) ? xdg : join(home, '.config')
  const roaming = env.APPDATA || join(home, 'AppData', 'Roaming')
  const applications =
    platform === 'win32' ? roaming : platform === 'darwin' ? join(home, 'Library', 'Application Support') : config
  return { join, home, applications, config, localApplications: env.LOCALAPPDATA || join(home, 'AppData', 'Local') }
}

/** An environment variable that names an absolute folder, or null. */
function folderFrom({ platform, env }: Computer, name: string): string | null {
  const value = env[name]
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  return value && isAbsolute(value) ? value : null
}

const commandAndArgs = ({ command, args, env }: Launch): DataObject => ({
  command,
  args,
  ...(Object.keys(env).length > 0 ? { env } : {}),
})

const typed = (launch: Launch): DataObject => ({ type: 'stdio', ...commandAndArgs(launch) })

const remoteKeys = ['url', 'serverUrl', 'httpUrl', 'headers', 'disabled']

/** In the order of the Connect page. */
export const clientPrograms: readonly ClientProgram[] = [
  {
    // modelcontextprotocol.io/quickstart/user; the folder of the Windows Store package (the installer of claude.ai too):
    // github.com/taiste/harvest-mcp-server/pull/12 and github.com/hannesill/m4/pull/54.
    id: 'claude-desktop',
    name: 'Claude Desktop',
    places(computer) {
      const { join, applications, localApplications } = foldersOf(computer)
      const at = (folder: string) => ({ folder, file: join(folder, 'claude_desktop_config.json') })
      const packaged = join(localApplications, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude')
      return computer.platform === 'win32'
        ? [{ ...at(packaged), decisive: true }, at(join(applications, 'Claude'))]
        : [at(join(applications, 'Claude'))]
    },
    format: 'json',
    serversKey: 'mcpServers',
    entry: commandAndArgs,
    foreignKeys: [...remoteKeys, 'type'],
    reportedAs: ['claude-ai', 'claude desktop', 'claude-desktop'],
    afterwards: 'restart',
  },
  {
    // code.claude.com/docs/en/mcp: user scope is `mcpServers` at the top of ~/.claude.json.
    id: 'claude-code',
    name: 'Claude Code',
    places(computer) {
      const { join, home } = foldersOf(computer)
      const chosen = folderFrom(computer, 'CLAUDE_CONFIG_DIR')
      if (chosen !== null) return [{ folder: chosen, file: join(chosen, '.claude.json') }]
      return [{ folder: join(home, '.claude'), file: join(home, '.claude.json') }]
    },
    format: 'json',
    serversKey: 'mcpServers',
    entry: typed,
    foreignKeys: remoteKeys,
    reportedAs: ['claude-code', 'claude code'],
    afterwards: 'restart',
  },
  {
    // cursor.com/docs/mcp: ~/.cursor/mcp.json for every project.
    id: 'cursor',
    name: 'Cursor',
    places(computer) {
      const { join, home } = foldersOf(computer)
      return [{ folder: join(home, '.cursor'), file: join(home, '.cursor', 'mcp.json') }]
    },
    format: 'json',
    serversKey: 'mcpServers',
    entry: typed,
    foreignKeys: remoteKeys,
    reportedAs: ['cursor-vscode', 'cursor', 'cursor-agent'],
    afterwards: 'restart',
  },
  {
    // code.visualstudio.com/docs/agents/reference/mcp-configuration: mcp.json in the user profile, `servers`.
    id: 'vscode',
    name: 'VS Code',
    places(computer) {
      const { join, applications } = foldersOf(computer)
      return ['Code', 'Code - Insiders'].map((program) => ({
        folder: join(applications, program),
        file: join(applications, program, 'User', 'mcp.json'),
      }))
    },
    format: 'json',
    serversKey: 'servers',
    entry: typed,
    foreignKeys: remoteKeys,
    reportedAs: ['visual studio code', 'visual-studio-code', 'vscode'],
    afterwards: 'reload',
  },
  {
    // docs.windsurf.com/windsurf/cascade/mcp
    id: 'windsurf',
    name: 'Windsurf',
    places(computer) {
      const { join, home } = foldersOf(computer)
      const folder = join(home, '.codeium', 'windsurf')
      return [{ folder, file: join(folder, 'mcp_config.json') }]
    },
    format: 'json',
    serversKey: 'mcpServers',
    entry: commandAndArgs,
    foreignKeys: remoteKeys,
    reportedAs: ['windsurf-client', 'windsurf'],
    afterwards: 'reload',
  },
  {
    // docs.cline.bot/getting-started/config: one file for extension and command line since 2026 (cline#9630, #13596);
    // before that each VS Code kept its own. CLINE_MCP_SETTINGS_PATH and CLINE_DIR: cline#11683.
    id: 'cline',
    name: 'Cline',
    places(computer) {
      const { join, home, applications } = foldersOf(computer)
      const name = 'cline_mcp_settings.json'
      const file = folderFrom(computer, 'CLINE_MCP_SETTINGS_PATH')
      const root = folderFrom(computer, 'CLINE_DIR') ?? join(home, '.cline')
      const extension = join(applications, 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev')
      return [
        ...(file === null ? [] : [{ folder: join(file, '..'), file }]),
        { folder: join(root, 'data'), file: join(root, 'data', 'settings', name) },
        { folder: extension, file: join(extension, 'settings', name) },
      ]
    },
    format: 'json',
    serversKey: 'mcpServers',
    entry: commandAndArgs,
    foreignKeys: [...remoteKeys, 'type', 'transportType'],
    reportedAs: ['cline'],
    afterwards: 'nothing',
  },
  {
    // github.com/aaif-goose/goose: documentation/docs/guides/config-files.md. GOOSE_PATH_ROOT holds config/ itself.
    id: 'goose',
    name: 'Goose',
    places(computer) {
      const { join, config, applications } = foldersOf(computer)
      const root = folderFrom(computer, 'GOOSE_PATH_ROOT')
      const own = computer.platform === 'win32' ? join(applications, 'Block', 'goose', 'config') : join(config, 'goose')
      const folder = root === null ? own : join(root, 'config')
      return [{ folder, file: join(folder, 'config.yaml') }]
    },
    format: 'yaml',
    serversKey: 'extensions',
    entry: ({ command, args, env }) => ({
      type: 'stdio',
      name: 'mirohub',
      description: 'Health data of this computer',
      enabled: true,
      cmd: command,
      args,
      envs: env,
      env_keys: [],
      timeout: 300,
    }),
    foreignKeys: ['uri', 'headers', 'bundled'],
    reportedAs: ['goose', 'goose-desktop', 'goose-cli'],
    afterwards: 'restart',
  },
  {
    // lmstudio.ai/docs/app/mcp; versions installed before 0.3.10 keep ~/.cache/lm-studio (lmstudio-bug-tracker#1371).
    id: 'lm-studio',
    name: 'LM Studio',
    places(computer) {
      const { join, home } = foldersOf(computer)
      return [join(home, '.lmstudio'), join(home, '.cache', 'lm-studio')].map((folder) => ({
        folder,
        file: join(folder, 'mcp.json'),
      }))
    },
    format: 'json',
    serversKey: 'mcpServers',
    entry: commandAndArgs,
    foreignKeys: [...remoteKeys, 'type'],
    reportedAs: ['lmstudio-mcp-bridge', 'lm studio', 'lmstudio', 'lm-studio'],
    afterwards: 'nothing',
  },
  {
    // zed.dev/docs/ai/mcp; `source` and `settings` went in November 2025 (migration m_2025_11_25, zed#62818).
    id: 'zed',
    name: 'Zed',
    places(computer) {
      const { join, config, applications } = foldersOf(computer)
      const folder = computer.platform === 'win32' ? join(applications, 'Zed') : join(config, 'zed')
      return [{ folder, file: join(folder, 'settings.json') }]
    },
    format: 'json',
    serversKey: 'context_servers',
    entry: commandAndArgs,
    foreignKeys: ['url', 'headers', 'source', 'settings', 'enabled'],
    reportedAs: ['zed'],
    afterwards: 'nothing',
  },
  {
    // developers.openai.com/codex/mcp: `[mcp_servers.<name>]` in ~/.codex/config.toml, or under CODEX_HOME.
    id: 'codex',
    name: 'Codex',
    places(computer) {
      const { join, home } = foldersOf(computer)
      const folder = folderFrom(computer, 'CODEX_HOME') ?? join(home, '.codex')
      return [{ folder, file: join(folder, 'config.toml') }]
    },
    format: 'toml',
    serversKey: 'mcp_servers',
    // Ten seconds are its default; an endpoint that has to open the data first may need more.
    entry: (launch) => ({ ...commandAndArgs(launch), startup_timeout_sec: 60 }),
    foreignKeys: ['url', 'bearer_token_env_var', 'http_headers', 'env_http_headers', 'oauth', 'enabled'],
    reportedAs: ['codex-mcp-client', 'codex'],
    afterwards: 'restart',
  },
]

/** What was found at a place. */
export interface SeenPlace extends SettingsPlace {
  readonly fileThere: boolean
  readonly folderThere: boolean
}

/** The place that the client uses: where its file is, else where its folder is; null where it is not here. */
export function placeInUse(places: readonly SeenPlace[]): SettingsPlace | null {
  return (
    places.find(({ folderThere, decisive }) => folderThere && decisive === true) ??
    places.find(({ fileThere }) => fileThere) ??
    places.find(({ folderThere }) => folderThere) ??
    null
  )
}

export function clientProgram(id: ClientId): ClientProgram {
  const program = clientPrograms.find((candidate) => candidate.id === id)
  if (program === undefined) throw new Error(`the table of client programs has no row for ${id}`)
  return program
}

/** Whether a name from `clientInfo` is this program; bridges add to it: `claude-ai (via mcp-remote 0.1.37)`. */
export function isReportedAs(program: ClientProgram, reported: string): boolean {
  const name = reported.trim().toLowerCase()
  return program.reportedAs.some((known) => name === known || name.startsWith(`${known} `))
}
