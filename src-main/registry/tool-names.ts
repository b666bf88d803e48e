/** Finds the tool a caller meant when the name is slightly wrong. */

export type NameMatch =
  | { readonly kind: 'exact' | 'corrected'; readonly name: string }
  | { readonly kind: 'several'; readonly names: readonly string[] }
  | { readonly kind: 'none' }

/** A tool of an external server. */
export interface ServerToolName {
  /** As it is offered. */
  readonly name: string
  readonly slug: string
  readonly serverName: string
  /** As the server calls it. */
  readonly tool: string
}

/**
 * Exact name, else the one tool that comes nearest, looked for in this order: a name that differs only in case or in
 * `-`, `_`, `.`, `/` and camel humps; the tool's own name, with its server in front or with none; the tool's own name
 * behind another server; a single edit (letter added, lost, changed or swapped with its neighbour) of the name, or of
 * the tool's own name behind its server. Two candidates of a kind are never guessed between.
 */
export function matchToolName(
  asked: string,
  names: readonly string[],
  ofServers: readonly ServerToolName[] = [],
): NameMatch {
  const all = [...names, ...ofServers.map(({ name }) => name)]
  if (all.includes(asked)) return { kind: 'exact', name: asked }
  const folded = fold(asked)
  if (folded === '') return { kind: 'none' }
  const splits = splitsOf(asked)
  const ownTools = names.map((name) => ({ name, tool: name, slug: '', serverName: '' }))
  const named = (fits: (one: ServerToolName) => boolean, among = ofServers) =>
    among.filter(fits).map(({ name }) => name)
  const steps: (() => readonly string[])[] = [
    () => all.filter((name) => fold(name) === folded),
    () => named((one) => splits.some(([server, tool]) => isServer(one, server) && fold(one.tool) === tool)),
    () => named(({ tool }) => fold(tool) === folded),
    () => named(({ tool }) => splits.some(([, wanted]) => fold(tool) === wanted), [...ownTools, ...ofServers]),
    () => [
      ...all.filter((name) => isOneEdit(fold(name), folded)),
      ...named((one) => splits.some(([server, tool]) => isServer(one, server) && isOneEdit(fold(one.tool), tool))),
    ],
  ]
  for (const step of steps) {
    const [first, ...others] = new Set(step())
    if (first === undefined) continue
    return others.length === 0 ? { kind: 'corrected', name: first } : { kind: 'several', names: [first, ...others] }
  }
  return { kind: 'none' }
}

/** What may be the server in front of a wrong name. */
export function serversIn(asked: string): readonly string[] {
  return splitsOf(asked).map(([server]) => server)
}

/** Whether a folded word means this server. */
export function isServer({ slug, serverName }: Pick<ServerToolName, 'slug' | 'serverName'>, word: string): boolean {
  return word === fold(slug) || word === fold(serverName)
}

/** Every way to read a name as server and tool, both folded. */
function splitsOf(asked: string): readonly (readonly [server: string, tool: string])[] {
  return [...asked.slice(0, 200).matchAll(/__|[/.:]/g)]
    .map(({ index, 0: mark }) => [fold(asked.slice(0, index)), fold(asked.slice(index + mark.length))] as const)
    .filter(([server, tool]) => server !== '' && tool !== '')
}

function fold(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-_.:\s/]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    )
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}
