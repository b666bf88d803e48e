/** From what a person chose to what the hub proposes. */
import type { FoundClient, Proposal } from '../../../../src-main/api/contract/servers.ts'

/** Reads, then goes on to look at what was read. */
export type ReadProposals = (read: () => Promise<Proposal[]>) => void

/**
 * The proposals of the entries that were chosen, by their places in the client's list. Where the file has changed
 * meanwhile, places mean nothing any more and names decide.
 */
export function chosenProposals(
  found: Pick<FoundClient, 'servers'>,
  places: ReadonlySet<number>,
  proposals: readonly Proposal[],
): Proposal[] {
  const isSame =
    proposals.length === found.servers.length &&
    proposals.every((one, place) => one.name === found.servers[place]?.name)
  if (isSame) return proposals.filter((_, place) => places.has(place))
  const names = new Set(found.servers.filter((_, place) => places.has(place)).map((one) => one.name))
  return proposals.filter((one) => names.has(one.name))
}
