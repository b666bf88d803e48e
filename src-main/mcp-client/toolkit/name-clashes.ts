/**
 * Who gets which name. A name that the hub's own tools or another server have is taken only where the person chose so
 * for the server (ServerSettings.clash), and whoever loses one is told why: nothing is shadowed in silence.
 */
import type { Bilingual } from '../../config/bilingual.ts'
import type { ServerSettings } from '../model/server-entry.ts'
import { hashedName, plainName, prefixedName } from './offered-names.ts'

export interface NamedTool {
  /** As the server calls it. */
  readonly name: string
  /** The name it had, kept with it. */
  readonly alias: string | null
  /** Only tools that are offered take a name; of the others the one they had is kept free. */
  readonly isOffered: boolean
}

export interface NamingServer {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly settings: Pick<ServerSettings, 'prefix' | 'clash'>
  readonly tools: readonly NamedTool[]
}

export interface GivenName {
  readonly name: string
  /** It stands in the place of one of the hub's own tools. */
  readonly overrides: boolean
  /** Why it is not offered; null when it is. */
  readonly refused: Bilingual<string> | null
}

interface Holder {
  readonly server: NamingServer
  readonly tool: string
}

/**
 * Names for the tools of one person's servers, in the person's order of them.
 *
 * @param ownNames Of the hub's own tools.
 * @param fixedNames Own tools that nothing may stand in for.
 * @returns By server id, then by the tool's own name.
 */
export function giveNames(
  servers: readonly NamingServer[],
  ownNames: ReadonlySet<string>,
  fixedNames: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyMap<string, GivenName>> {
  const given = new Map(servers.map(({ id }) => [id, new Map<string, GivenName>()]))
  const holders = new Map<string, Holder>()
  const give = (server: NamingServer, tool: string, one: GivenName) => given.get(server.id)?.set(tool, one)
  const hold = (server: NamingServer, tool: string, name: string, overrides = false) => {
    holders.set(name, { server, tool })
    give(server, tool, { name, overrides, refused: null })
  }
  const isOwn = (name: string) => ownNames.has(name) || fixedNames.has(name)
  /** Who had the name before keeps it, running or not: a name must not lead somewhere else because a server stopped. */
  const claims = claimsOf(servers)

  const contested: { server: NamingServer; tool: NamedTool; wanted: string }[] = []
  // Names with the server in them are nobody else's: they go first, so that no plain name can pass for one.
  const passes = [(s: NamingServer) => s.settings.prefix, (s: NamingServer) => !s.settings.prefix]
  for (const isTurn of passes)
    for (const server of servers.filter(isTurn))
      for (const tool of server.tools) {
        const wanted = (server.settings.prefix ? prefixedName : plainName)(server.slug, tool.name)
        const claim = claims.get(wanted)
        if (!tool.isOffered) give(server, tool.name, { name: tool.alias ?? wanted, overrides: false, refused: null })
        else if (isOwn(wanted) || holders.has(wanted) || (claim !== undefined && claim !== server.id))
          contested.push({ server, tool, wanted })
        else hold(server, tool.name, wanted)
      }

  for (const { server, tool, wanted } of contested) {
    const holder = holders.get(wanted)
    const owner = isOwn(wanted) ? null : (holder?.server ?? servers.find(({ id }) => id === claims.get(wanted)))
    const by = owner === null ? null : (owner?.name ?? null)
    const { clash } = server.settings
    const mayTake =
      clash === 'override' &&
      !fixedNames.has(wanted) &&
      (holder === undefined || (holder.server.id !== server.id && holder.server.settings.clash !== 'override'))
    if (mayTake) {
      if (holder !== undefined)
        give(holder.server, holder.tool, { name: wanted, overrides: false, refused: replaced(wanted, server.name) })
      hold(server, tool.name, wanted, ownNames.has(wanted))
    } else if (clash === 'skip' || clash === 'refuse') {
      give(server, tool.name, { name: wanted, overrides: false, refused: taken(wanted, by) })
    } else {
      const own = prefixedName(server.slug, tool.name)
      const free = [own, hashedName(server.slug, tool.name)].find((name) => !isOwn(name) && !holders.has(name))
      if (free === undefined) give(server, tool.name, { name: wanted, overrides: false, refused: taken(wanted, by) })
      else hold(server, tool.name, free)
    }
  }
  for (const server of servers) if (server.settings.clash === 'refuse') refuseWhole(server, given)
  return given
}

/** Plain names that a server's tools had; of two that had the same, the first in the person's order. */
function claimsOf(servers: readonly NamingServer[]): ReadonlyMap<string, string> {
  const claims = new Map<string, string>()
  for (const { id, slug, settings, tools } of servers) {
    if (settings.prefix) continue
    for (const { name, alias } of tools)
      if (alias !== null && alias === plainName(slug, name) && !claims.has(alias)) claims.set(alias, id)
  }
  return claims
}

/** One name that is taken keeps all of a server's tools away, where the person chose so. */
function refuseWhole(server: NamingServer, given: ReadonlyMap<string, Map<string, GivenName>>): void {
  const names = given.get(server.id)
  const first = [...(names ?? [])].find(([, { refused }]) => refused !== null)
  if (names === undefined || first === undefined) return
  for (const [tool, one] of names)
    if (one.refused === null) names.set(tool, { ...one, overrides: false, refused: refusedWith(first[1].name) })
}

function taken(name: string, by: string | null): Bilingual<string> {
  return by === null
    ? { en: `Mirohub has a tool named ${name} itself.`, zh: `Mirohub 自带名为 ${name} 的工具。` }
    : { en: `The server ${by} has a tool named ${name} already.`, zh: `服务器“${by}”已有名为 ${name} 的工具。` }
}

function replaced(name: string, by: string): Bilingual<string> {
  return {
    en: `The server ${by} was allowed to take the name ${name}.`,
    zh: `服务器“${by}”获准占用名称 ${name}。`,
  }
}

function refusedWith(name: string): Bilingual<string> {
  return {
    en: `The name ${name} is taken, and this server is set to offer all of its tools or none.`,
    zh: `名称 ${name} 已被占用，而此服务器设为“要么提供全部工具，要么都不提供”。`,
  }
}
