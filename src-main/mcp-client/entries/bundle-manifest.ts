/**
 * `manifest.json` of a bundle (.mcpb, formerly .dxt): modelcontextprotocol/mcpb, MANIFEST.md, versions 0.1 to 0.4. Read
 * loosely: what is not needed to start and configure the server does not make a bundle unusable.
 */
import * as z from 'zod'

const launch = z.object({
  command: z.string(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
})

const option = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: z.string().optional(),
  description: z.string().default(''),
  required: z.boolean().default(false),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  multiple: z.boolean().default(false),
  sensitive: z.boolean().default(false),
  min: z.number().optional(),
  max: z.number().optional(),
})

export const bundleManifest = z.object({
  /** 0.1 bundles call it dxt_version. */
  manifest_version: z.string().optional(),
  dxt_version: z.string().optional(),
  name: z.string().min(1),
  display_name: z.string().optional(),
  version: z.string().min(1),
  description: z.string().default(''),
  server: z.object({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    entry_point: z.string(),
    /** Optional for `uv` since 0.4. */
    mcp_config: launch
      .extend({
        platform_overrides: z
          .record(
            z.string(),
            z.object({
              command: z.string().optional(),
              args: z.array(z.string()).optional(),
              env: z.record(z.string(), z.string()).optional(),
            }),
          )
          .optional(),
      })
      .optional(),
  }),
  user_config: z.record(z.string(), option).default({}),
  compatibility: z.object({ platforms: z.array(z.string()).optional() }).optional(),
})

export type BundleManifest = z.infer<typeof bundleManifest>
export type BundleOption = z.infer<typeof option>

export interface BundleLaunch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** How the server is started on `platform`; the override's own parts win, its environment is added. */
export function launchOf({ server }: BundleManifest, platform: NodeJS.Platform): BundleLaunch {
  const { mcp_config: config, entry_point: entryPoint } = server
  if (config === undefined) {
    // MANIFEST.md, "UV Runtime": the host runs the project with uv.
    if (server.type === 'uv')
      return { command: 'uv', args: ['run', '--directory', `\${__dirname}`, entryPoint], env: {} }
    if (server.type === 'binary') return { command: `\${__dirname}/${entryPoint}`, args: [], env: {} }
    return { command: server.type, args: [`\${__dirname}/${entryPoint}`], env: {} }
  }
  const { command, args, env, platform_overrides: overrides = {} } = config
  const own = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined
  return { command: own?.command ?? command, args: own?.args ?? args, env: { ...env, ...own?.env } }
}
