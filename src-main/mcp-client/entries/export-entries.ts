/** Entries as other clients read them: `mcpServers` JSON. Values are never in it, only places to put them. Pure. */
import type { ServerTarget } from '../model/server-entry.ts'

export interface ExportedServer {
  readonly name: string
  readonly target: ServerTarget
}

/** `${NAME}` stands for a value; Claude Code fills those from its environment, other clients need them replaced. */
export function exportEntries(servers: readonly ExportedServer[]): {
  readonly fileName: string
  readonly text: string
} {
  const map: Record<string, unknown> = Object.create(null)
  for (const { name, target } of servers) map[freeName(name, map)] = entryOf(name, target)
  return { fileName: 'mcp-servers.json', text: `${JSON.stringify({ mcpServers: map }, null, 2)}\n` }
}

function entryOf(name: string, target: ServerTarget): Readonly<Record<string, unknown>> {
  if (target.kind === 'stdio') {
    const { command, args, cwd, envNames } = target
    const env = Object.fromEntries(envNames.map((variable) => [variable, placeOf(variable)]))
    return { command, args, ...(cwd === null ? {} : { cwd }), ...(envNames.length === 0 ? {} : { env }) }
  }
  const { kind, url, headerNames, auth, oauth } = target
  const headers = Object.fromEntries(headerNames.map((header) => [header, placeOf(header)]))
  if (auth === 'bearer') headers.Authorization = `Bearer ${placeOf(`${name}_TOKEN`)}`
  return {
    type: kind,
    url,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(oauth.clientId === null ? {} : { oauth: { clientId: oauth.clientId } }),
  }
}

function placeOf(name: string): string {
  return `\${${name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_')}}`
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!Object.hasOwn(taken, free)) return free
  }
}
