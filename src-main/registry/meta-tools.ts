/** Tools about tools: what the person's external servers are up to, and switching groups of tools. */
import type { ExternalTools } from '../mcp-client/model/external-tools.ts'
import { externalServersOf, ownerOf } from './external-access.ts'
import type { Caller, JsonSchema, ToolCall, ToolDefinition } from './types.ts'
import { type ArgumentCheck, argumentCheck } from './validate-arguments.ts'

export interface MetaTool {
  readonly definition: ToolDefinition
  readonly check: ArgumentCheck
  /** Whether there is anything that this caller could do with it. */
  isOffered(caller: Caller): boolean
  run(args: Readonly<Record<string, unknown>>, caller: Caller, call: ToolCall): Promise<unknown>
  /** What the person is shown beside the arguments when they are asked. */
  shown?(args: Readonly<Record<string, unknown>>, caller: Caller): Readonly<Record<string, unknown>>
}

/** No server may stand in for these: they tell the truth about servers. */
export const metaToolNames = ['external_servers', 'switch_tool_group'] as const

/** By name. */
export function metaTools(external: ExternalTools): ReadonlyMap<string, MetaTool> {
  return new Map([serversTool(external), groupTool(external)].map((tool) => [tool.definition.name, tool]))
}

function serversTool(external: ExternalTools): MetaTool {
  return {
    ...described({
      name: 'external_servers',
      title: 'External servers',
      description:
        'The external MCP servers that the person has connected: the state of each, why one does not work, and how many ' +
        'of its tools can be called (named server__tool). Also the groups of tools and whether they are on. ' +
        'Call it when a tool that was expected is missing or a server fails.',
      properties: {},
      readOnly: true,
    }),
    isOffered: (caller) => externalServersOf(caller, external).length > 0,
    async run(_args, caller) {
      const userId = ownerOf(caller)
      const groups = userId === null || caller.isClient ? [] : external.groups(userId)
      return {
        success: true,
        servers: externalServersOf(caller, external).map(({ slug, name, state, problem, tools }) => ({
          server: slug,
          name,
          state,
          tools,
          ...(problem === null ? {} : { problem }),
        })),
        groups: groups.map(({ name, description, active, byAgent, members }) => ({
          name,
          description,
          active,
          tools: members.length,
          may_be_switched: maySwitch(byAgent, caller),
        })),
      }
    },
  }
}

function groupTool(external: ExternalTools): MetaTool {
  return {
    ...described({
      name: 'switch_tool_group',
      title: 'Switch a group of tools',
      description:
        'Switches a group of tools on or off as a whole, where the person allows that. external_servers lists the ' +
        'groups. Tools of a group that is off are not listed; the list of tools is another afterwards.',
      properties: {
        name: { type: 'string', description: 'Name of the group.' },
        active: { type: 'boolean', description: 'True switches its tools on, false off.' },
      },
      readOnly: false,
    }),
    isOffered(caller) {
      const userId = ownerOf(caller)
      // What a connected app switches would be another for everybody.
      if (userId === null || caller.isClient) return false
      return external.groups(userId).some(({ byAgent }) => maySwitch(byAgent, caller))
    },
    async run({ name, active }, caller) {
      const userId = ownerOf(caller)
      if (userId === null || caller.isClient || typeof name !== 'string' || typeof active !== 'boolean')
        return { success: false, error: 'Groups are switched by the person and their own agents.' }
      const done = await external.switchGroup(userId, name, active, caller.agent !== undefined)
      const groups = external.groups(userId)
      if (done === 'done')
        return { success: true, group: name, active, tools: groups.find((one) => one.name === name)?.members ?? [] }
      const error =
        done === 'unknown'
          ? `There is no group ${name}. Groups: ${groups.map((one) => one.name).join(', ') || 'none'}.`
          : `The person does not let agents switch the group ${name}.`
      return { success: false, error }
    },
  }
}

function maySwitch(byAgent: boolean, caller: Caller): boolean {
  return byAgent || caller.agent === undefined
}

function described(tool: {
  readonly name: (typeof metaToolNames)[number]
  readonly title: string
  readonly description: string
  readonly properties: JsonSchema
  readonly readOnly: boolean
}): Pick<MetaTool, 'definition' | 'check'> {
  const { name, title, description, properties, readOnly } = tool
  const inputSchema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  const definition: ToolDefinition = {
    name,
    title,
    description,
    inputSchema,
    origin: { kind: 'packaged', file: 'meta-tools.ts' },
    needsIdentity: true,
    annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false, idempotentHint: true },
    scope: readOnly ? 'mcp:read' : 'mcp:write',
  }
  return { definition, check: argumentCheck(inputSchema) }
}
