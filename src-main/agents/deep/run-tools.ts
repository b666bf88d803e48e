/** Everything one run offers to its model, put in the words that the model's provider takes. */

import type { Provider } from '../../mcp-client/toolkit/provider-dialects.ts'
import { toolsFor } from '../../mcp-client/toolkit/provider-schemas.ts'
import type { ToolDefinition } from '../../registry/types.ts'
import type { AgentTools } from '../agent-tools.ts'
import type { Wire } from '../models/types.ts'
import { createToolShelf, offeredLimit, type ToolShelf } from './tools/find-tools.ts'
import type { OfferedTool } from './tools/offered-tool.ts'
import { registryTool } from './tools/registry-tools.ts'

/** A small model is lost among more. */
const smallLimit = 12

export interface RunTools {
  readonly shelf: ToolShelf
  /** Names of those that this provider takes in no form. */
  readonly setAside: readonly string[]
}

export function runTools(options: {
  readonly profile: 'deep' | 'small'
  readonly wire: Wire
  readonly definitions: readonly ToolDefinition[]
  readonly tools: Pick<AgentTools, 'invoke'>
  /** The agent's own: files, code, charts. They win over a like-named one of a server. */
  readonly own: readonly OfferedTool[]
  readonly question: string
}): RunTools {
  const { definitions, tools, own, question } = options
  const ownNames = new Set(own.map(({ name }) => name))
  const registered = definitions.filter(({ name }) => !ownNames.has(name)).map((one) => registryTool(one, tools))
  const all = [...own, ...registered]
  const { tools: taken, setAside } = toolsFor(dialectOf(options.wire), all)
  const adapted = new Map(taken.map(({ name, description, schema }) => [name, { description, inputSchema: schema }]))
  const usable = all.flatMap((tool) => {
    const words = adapted.get(tool.name)
    return words === undefined ? [] : [{ ...tool, ...words }]
  })
  const isFixed = (tool: OfferedTool) => tool.server === undefined
  const limit = options.profile === 'small' ? smallLimit : offeredLimit
  return {
    shelf: createToolShelf(
      usable.filter(isFixed),
      usable.filter((tool) => !isFixed(tool)),
      question,
      limit,
    ),
    setAside: setAside.map(({ name }) => name),
  }
}

function dialectOf(wire: Wire): Provider {
  if (wire === 'openai' || wire === 'anthropic') return wire
  return wire === 'google' ? 'gemini' : 'generic'
}
