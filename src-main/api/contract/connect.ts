/** The Connect page: client programs on this computer, what to write into their settings, and who was heard. */
import { oc } from '@orpc/contract'
import * as z from 'zod'

export const clientAppId = z.enum([
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'windsurf',
  'cline',
  'goose',
  'lm-studio',
  'zed',
  'codex',
])
export type ClientAppId = z.infer<typeof clientAppId>

export const clientAppView = z.object({
  id: clientAppId,
  name: z.string(),
  /** Its program or its settings folder is on this computer. */
  found: z.boolean(),
  configPath: z.string(),
  /**
   * absent: no entry of ours. current: our entry as we would write it. outdated: an entry of ours that differs (an old
   * path, another data directory). unreadable: the file is there and cannot be understood; `problem` says where.
   */
  state: z.enum(['absent', 'current', 'outdated', 'unreadable']),
  problem: z.string().nullable(),
  /** What has to be done in that program after a change, e.g. quit and start again. */
  afterwards: z.enum(['restart', 'reload', 'nothing']),
  /** Last time this client was heard here, by the name it gives itself. */
  heardAt: z.string().nullable(),
})
export type ClientAppView = z.infer<typeof clientAppView>

export const clientChange = z.object({
  path: z.string(),
  /** The whole file before and after; null before when there is none. Other servers' values are masked. */
  before: z.string().nullable(),
  after: z.string(),
  /** Our entry alone, as it stands in the file. */
  entry: z.string(),
  /** Where the copy of the file as it was will be; null when there is no file. */
  backup: z.string().nullable(),
  /** True when nothing would change. */
  unchanged: z.boolean(),
})
export type ClientChange = z.infer<typeof clientChange>

export const heardClient = z.object({
  /** As it names itself. */
  name: z.string(),
  version: z.string().nullable(),
  via: z.enum(['http', 'stdio']),
  /** In plain words' parts: what let it in. */
  credential: z.enum(['token', 'app', 'personal-url', 'agent-url', 'owner', 'none']),
  /** Label of the token or address, name of the app. */
  credentialLabel: z.string().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** Requests since the hub started. */
  requests: z.number(),
  protocol: z.string().nullable(),
})
export type HeardClient = z.infer<typeof heardClient>

export const connectContract = {
  clients: oc.output(z.array(clientAppView)),
  /** What `write` would do; changes nothing. */
  preview: oc.input(z.object({ client: clientAppId })).output(clientChange),
  /** Writes our entry; refuses a file that it cannot parse. */
  write: oc
    .input(z.object({ client: clientAppId }))
    .output(z.object({ path: z.string(), backup: z.string().nullable(), view: clientAppView })),
  /** Takes our entry out again and leaves the rest as it is. */
  remove: oc
    .input(z.object({ client: clientAppId }))
    .output(z.object({ path: z.string(), backup: z.string().nullable(), view: clientAppView })),
  /** Reads the file again, starts the entry as the client would, and asks it for its tools. */
  verify: oc.input(z.object({ client: clientAppId })).output(
    z.object({
      ok: z.boolean(),
      /** Number of tools it listed. */
      tools: z.number().nullable(),
      message: z.string(),
      hint: z.string(),
    }),
  ),
  /** Copyable entries for every other client. */
  entries: oc.output(
    z.object({
      /** mcpServers JSON: the program on this computer. */
      stdio: z.string(),
      /** mcpServers JSON: npx universal-mcp-proxy with UMCP_ENDPOINT. */
      universalProxy: z.string(),
      /** mcpServers JSON: npx mcp-remote. */
      mcpRemote: z.string(),
      /** The address, and the header with TOKEN in the token's place. */
      url: z.string(),
      header: z.string(),
      /** For Claude Code: one command. */
      claudeCode: z.string(),
      /** Where the entries point when the app is reached from elsewhere; null without MCP_PUBLIC_URL. */
      publicUrl: z.string().nullable(),
    }),
  ),
  heard: oc.output(z.array(heardClient)),
  /** Asks MCP_PUBLIC_URL from outside in, as far as this computer can: name, connection, certificate, our own answer. */
  reachability: oc.output(
    z.object({
      publicUrl: z.string().nullable(),
      ok: z.boolean(),
      steps: z.array(
        z.object({
          step: z.enum(['address', 'name', 'connect', 'certificate', 'answer', 'identity']),
          ok: z.boolean(),
          detail: z.string(),
        }),
      ),
      hint: z.string(),
    }),
  ),
}
