/**
 * More tools than a model can be told of: the most likely ones for the question are offered, and a search finds the
 * others. What was found is offered from then on.
 */
import MiniSearch from 'minisearch'
import { textArgument } from './arguments.ts'
import { failed, type OfferedTool } from './offered-tool.ts'

/** Models lose the overview beyond this, and some providers refuse more than 128. */
export const offeredLimit = 64

const FOUND = 8

export interface ToolShelf {
  /** In name order. */
  offered(): readonly OfferedTool[]
  /** Offered or not: a model may know a name from earlier in the conversation. */
  tool(name: string): OfferedTool | undefined
  /** How many are only found by the search. */
  readonly hidden: number
}

/**
 * @param fixed Always offered: the agent's own and the hub's.
 * @param others Tools of external servers.
 * @param question Decides which of them are offered at once where there are more than `limit` in all.
 */
export function createToolShelf(
  fixed: readonly OfferedTool[],
  others: readonly OfferedTool[],
  question: string,
  limit: number = offeredLimit,
): ToolShelf {
  const all = new Map([...others, ...fixed].map((tool) => [tool.name, tool]))
  if (fixed.length + others.length <= limit) {
    const offered = byName([...all.values()])
    return { offered: () => offered, tool: (name) => all.get(name), hidden: 0 }
  }
  const index = new MiniSearch<{ id: string; name: string; description: string; server: string }>({
    fields: ['name', 'server', 'description'],
    searchOptions: { boost: { name: 3, server: 2 }, prefix: true, fuzzy: 0.2 },
    tokenize: words,
  })
  index.addAll(
    others.map(({ name, description, server = '' }) => ({
      id: name,
      name,
      description: description.slice(0, 1_000),
      server,
    })),
  )
  const find = (query: string, most: number) =>
    index
      .search(query, { combineWith: 'OR' })
      .slice(0, most)
      .flatMap(({ id }) => all.get(String(id)) ?? [])

  const room = Math.max(0, limit - fixed.length - 1)
  const likely = find(question, room)
  const shown = new Map(likely.map((tool) => [tool.name, tool]))
  // What the question does not decide goes by name, so that the same tools are there each time.
  for (const tool of byName(others)) if (shown.size < room) shown.set(tool.name, tool)
  const finder = finderTool(find, (tools) => {
    for (const tool of tools) shown.set(tool.name, tool)
  })
  all.set(finder.name, finder)
  return {
    offered: () => byName([...fixed, finder, ...shown.values()]),
    tool: (name) => all.get(name),
    get hidden() {
      return others.length - shown.size
    },
  }
}

function finderTool(
  find: (query: string, most: number) => OfferedTool[],
  onFound: (tools: readonly OfferedTool[]) => void,
): OfferedTool {
  return {
    name: 'find_tools',
    description:
      'Not every tool is listed: there are too many. Finds others by what they do; those found can be called from then on.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'A few words for what the tool should do.' } },
      required: ['query'],
      additionalProperties: false,
    },
    isReadOnly: true,
    async run(args) {
      const query = textArgument(args, 'query')?.trim() ?? ''
      if (query === '') return failed('invalid_arguments', 'query is missing.')
      const found = find(query, FOUND)
      if (found.length === 0) return { ok: true, text: `No tool was found for ${query}.`, preview: { tools: [] } }
      onFound(found)
      return {
        ok: true,
        text: `These can be called now:\n${found.map(({ name, description }) => `${name}: ${description.slice(0, 200)}`).join('\n')}`,
        preview: { tools: found.map(({ name }) => name) },
      }
    },
  }
}

const byName = (tools: readonly OfferedTool[]) => [...tools].sort((a, b) => (a.name < b.name ? -1 : 1))

/** `get_weather`, `getWeather` and words of a sentence; Chinese by pairs of characters. */
function words(text: string): string[] {
  const parts =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{Script=Han}]+|[\p{L}\p{N}]+/gu) ?? []
  return parts.flatMap((part) =>
    /^\p{Script=Han}{3,}$/u.test(part)
      ? Array.from({ length: part.length - 1 }, (_, at) => part.slice(at, at + 2))
      : [part],
  )
}
