/** The tool that a name means to a caller: of the hub, of an external server, or about tools; or why there is none. */
import type { Config } from '../config/config.ts'
import type { ExternalTool, ExternalTools } from '../mcp-client/model/external-tools.ts'
import { isAllowed } from './access.ts'
import type { Refusal } from './call-answer.ts'
import { externalServersOf, externalToolsOf, keptFrom, ownerOf } from './external-access.ts'
import type { MetaTool } from './meta-tools.ts'
import type { CatalogTool, ToolCatalog } from './tool-catalog.ts'
import { isServer, matchToolName, serversIn } from './tool-names.ts'
import type { Caller } from './types.ts'

export type FoundTool =
  | { readonly kind: 'own'; readonly tool: CatalogTool }
  | { readonly kind: 'meta'; readonly tool: MetaTool }
  | { readonly kind: 'external'; readonly tool: ExternalTool; readonly external: ExternalTools }

export interface FindParts {
  readonly catalog: Pick<ToolCatalog, 'tools'>
  readonly config: Pick<Config, 'allowedTools' | 'disallowedTools'>
  readonly external?: ExternalTools
  readonly meta: ReadonlyMap<string, MetaTool>
}

/** A hint is read by models: it names no more tools than they can use. */
const HINT_LIMIT = 40

/** `off`: names that the person switched off. */
export function findTool(
  asked: string,
  caller: Caller,
  parts: FindParts,
  off: ReadonlySet<string>,
): { readonly found: FoundTool; readonly notice?: string } | Refusal {
  const { external } = parts
  const own = parts.catalog.tools()
  const tools = externalToolsOf(caller, external)
  const exact = lookUp(asked, caller, parts, tools)
  if (exact !== null) return { found: exact }
  // Before any guess: what was meant for a tool that waits for the person must not reach a like one of another server.
  const waiting = setAside(asked, caller, external)
  if (waiting !== null) return waiting

  const metaNames = [...parts.meta.values()].filter((tool) => tool.isOffered(caller)).map(nameOf)
  const ownNames = [...own.keys(), ...metaNames].filter((name) => isAllowed(name, caller.agent, parts.config))
  const usable = external
    ? [...tools.values()].filter((tool) => keptFrom(tool, caller, external, parts.config, off) === null)
    : []
  const match = isMeantForAnother(asked, caller, external)
    ? ({ kind: 'none' } as const)
    : matchToolName(
        asked,
        ownNames,
        usable.map((tool) => ({ ...tool, name: nameOf(tool), tool: tool.upstreamName })),
      )
  switch (match.kind) {
    case 'several':
      return {
        code: 'unknown_tool',
        message: `There is no tool ${shown(asked)}; several names come close.`,
        hint: `Did you mean ${some(match.names, ' or ')}?`,
      }
    case 'none':
      return (
        ofServer(asked, caller, external, usable) ?? {
          code: 'unknown_tool',
          message: `There is no tool ${shown(asked)}, and no name comes close.`,
          hint:
            ownNames.length + usable.length > 0
              ? `Tools: ${some([...ownNames, ...usable.map(nameOf)], ', ')}.`
              : 'No tools are available to this caller.',
        }
      )
  }
  const found = lookUp(match.name, caller, parts, tools)
  if (found === null || !mayBeGuessed(found))
    return {
      code: 'unknown_tool',
      message: `There is no tool ${shown(asked)}.`,
      hint: `Did you mean ${match.name}? A tool that deletes is never guessed.`,
    }
  return { found, notice: `There is no tool ${shown(asked)}; ${match.name} was called instead.` }
}

function lookUp(
  name: string,
  caller: Caller,
  { catalog, external, meta }: FindParts,
  tools: ReadonlyMap<string, ExternalTool>,
): FoundTool | null {
  const ofServer = tools.get(name)
  const own = catalog.tools().get(name)
  if (external !== undefined && ofServer !== undefined && (own === undefined || ofServer.overrides))
    return { kind: 'external', tool: ofServer, external }
  if (own !== undefined) return { kind: 'own', tool: own }
  const about = meta.get(name)
  return about?.isOffered(caller) ? { kind: 'meta', tool: about } : null
}

function mayBeGuessed(found: FoundTool): boolean {
  return found.kind === 'external' ? found.tool.mayBeGuessed : !found.tool.definition.annotations.destructiveHint
}

/** A tool that is there and waits for the person, or has another fault. */
function setAside(asked: string, caller: Caller, external: ExternalTools | undefined): Refusal | null {
  const userId = ownerOf(caller)
  if (external === undefined || userId === null || caller.isClient) return null
  const reason = external.setAside(userId).get(asked)
  if (reason === undefined) return null
  return {
    code: 'not_allowed',
    message: `The tool ${asked} is not offered. ${reason.en}`,
    hint: 'The person decides about it on the page of its server in Mirohub.',
  }
}

/**
 * The name is that of a tool which waits for the person, or of a server that offers nothing now: whoever calls it, what
 * it was given is for that one. An app is not told so of what is not shared with it; it is only not sent elsewhere.
 */
function isMeantForAnother(asked: string, caller: Caller, external: ExternalTools | undefined): boolean {
  const userId = ownerOf(caller)
  if (external === undefined || userId === null) return false
  if (external.setAside(userId).has(asked)) return true
  return external.servers(userId).some(({ slug, state }) => state !== 'ready' && asked.startsWith(`${slug}__`))
}

/** The name begins with a server of the person: what that one offers, or why it offers nothing. */
function ofServer(
  asked: string,
  caller: Caller,
  external: ExternalTools | undefined,
  usable: readonly ExternalTool[],
): Refusal | null {
  if (external === undefined) return null
  const words = serversIn(asked)
  const note = externalServersOf(caller, external).find(({ slug, name }) =>
    words.some((word) => isServer({ slug, serverName: name }, word)),
  )
  if (note === undefined) return null
  const names = usable.filter(({ slug }) => slug === note.slug).map(nameOf)
  const state = note.state === 'ready' ? '' : ` Its state is ${note.state}.`
  return {
    code: note.state === 'ready' || names.length > 0 ? 'unknown_tool' : 'server_failed',
    message: `There is no tool ${shown(asked)} at the server ${note.name}.${state}${note.problem === null ? '' : ` ${note.problem}`}`,
    hint: names.length > 0 ? `Tools of ${note.slug}: ${some(names, ', ')}.` : 'external_servers tells how servers are.',
  }
}

function nameOf({ definition: { name } }: { readonly definition: { readonly name: string } }): string {
  return name
}

function some(names: readonly string[], mark: string): string {
  const rest = names.length - HINT_LIMIT
  return names.slice(0, HINT_LIMIT).join(mark) + (rest > 0 ? `, and ${rest} more` : '')
}

const shown = (asked: string) => asked.slice(0, 100)
