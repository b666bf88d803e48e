/** What a model is told of a person's servers: the state of each, and why one has no tools to offer. Pure. */
import type { ExternalServerNote } from '../model/external-tools.ts'
import type { ServerState, ServerStatus } from '../model/server-status.ts'
import { mayRun, type PersonTools } from './person-tools.ts'

/** Of the servers that are switched on; in the person's order. */
export function serverNotes(
  { servers, tools, reports }: PersonTools,
  statusOf: (id: string) => Pick<ServerStatus, 'state' | 'fault'>,
): ExternalServerNote[] {
  const counts = new Map<string, number>()
  for (const { serverId } of tools.values()) counts.set(serverId, (counts.get(serverId) ?? 0) + 1)
  return servers
    .filter(({ entry }) => entry.enabled)
    .map(({ entry }) => {
      const { state, fault } = mayRun(entry) ? statusOf(entry.id) : { state: 'needs-approval' as const, fault: null }
      const waiting = (reports.get(entry.id) ?? []).filter(({ trust }) => trust !== 'approved').length
      return {
        slug: entry.slug,
        name: entry.name,
        state,
        problem: state === 'ready' ? reviewWords(waiting) : (fault?.message.en ?? words[state]),
        tools: counts.get(entry.id) ?? 0,
        shared: entry.settings.shared,
      }
    })
}

const words: Readonly<Record<Exclude<ServerState, 'ready'>, string>> = {
  starting: 'It is starting.',
  'needs-login': 'The person has to log in to it in Mirohub.',
  'needs-approval': 'It waits until the person has looked at it in Mirohub.',
  failed: 'It failed.',
  stopped: 'It is stopped.',
  parked: 'It failed again and again, and waits until the person starts it.',
}

function reviewWords(waiting: number): string | null {
  if (waiting === 0) return null
  return waiting === 1
    ? 'One of its tools is new or changed and waits until the person has looked at it.'
    : `${waiting} of its tools are new or changed and wait until the person has looked at them.`
}
