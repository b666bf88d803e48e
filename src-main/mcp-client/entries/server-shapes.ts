/** Where in a client's settings the servers stand, and under which names. Pure. */
import { type Data, type DataObject, isDataObject } from '../client-apps/settings-format.ts'
import { commandKeys, typeKeys, urlKeys } from './entry-keys.ts'
import { inputsById } from './placeholders.ts'
import { registryEntries } from './registry-server.ts'

export interface FoundEntry {
  /** Null: it has none of its own. */
  readonly name: string | null
  readonly raw: Data
  readonly inputs: ReadonlyMap<string, DataObject>
}

/**
 * Keys of a map of servers: Claude, Cursor, Windsurf, Cline, LM Studio, Gemini; VS Code; Codex; Zed; Goose; opencode and
 * VS Code's older settings keep theirs inside `mcp`, Amp under a name with a dot.
 */
const mapKeys = [
  'mcpServers',
  'servers',
  'mcp_servers',
  'context_servers',
  'extensions',
  'mcp',
  'amp.mcpServers',
] as const

const none: ReadonlyMap<string, DataObject> = new Map()

export function entriesIn(data: Data): FoundEntry[] {
  if (Array.isArray(data)) return data.flatMap(entriesOfItem)
  if (!isDataObject(data)) return []
  const published = registryEntries(data)
  if (published !== null) return published.map((entry) => ({ ...entry, inputs: none }))
  if (isEntry(data)) return [{ name: nameOf(data), raw: data, inputs: inputsById(data.inputs) }]
  const maps = mapKeys.filter((key) => typeof data[key] === 'object' && data[key] !== null)
  if (maps.length > 0) return maps.flatMap((key) => entriesOfMap(data[key] ?? null, inputsById(data.inputs)))
  // A map without the key around it, as READMEs print one.
  const members = Object.entries(data)
  const isMap = members.length > 0 && members.every(([, value]) => isDataObject(value) && isEntry(value))
  return isMap ? members.map(([name, raw]) => ({ name, raw, inputs: none })) : []
}

function entriesOfItem(item: Data): FoundEntry[] {
  return isDataObject(item) ? entriesIn(item) : [{ name: null, raw: item, inputs: none }]
}

function entriesOfMap(servers: Data, inputs: ReadonlyMap<string, DataObject>): FoundEntry[] {
  if (Array.isArray(servers)) {
    return servers.map((raw: Data) => ({ name: isDataObject(raw) ? nameOf(raw) : null, raw, inputs }))
  }
  if (!isDataObject(servers)) return []
  if (isDataObject(servers.servers)) {
    const own = inputsById(servers.inputs)
    return Object.entries(servers.servers).map(([name, raw]) => ({ name, raw, inputs: own.size > 0 ? own : inputs }))
  }
  return Object.entries(servers)
    .filter(([, raw]) => !isBuiltIn(raw))
    .map(([name, raw]) => ({ name, raw, inputs }))
}

/** Goose keeps its own parts among the servers, and Zed its extensions' settings: they are nobody else's. */
function isBuiltIn(raw: Data): boolean {
  if (!isDataObject(raw)) return false
  if (raw.source === 'extension') return true
  return typeof raw.type === 'string' && ['builtin', 'platform', 'frontend', 'inline_python'].includes(raw.type)
}

function isEntry(data: DataObject): boolean {
  if ([...commandKeys, ...urlKeys].some((key) => key in data && !isServerMap(data[key]))) return true
  return typeKeys.some((key) => typeof data[key] === 'string') && !mapKeys.some((key) => key in data)
}

/** A server that is called `url` does not make its map an entry. */
function isServerMap(value: Data | undefined): boolean {
  return isDataObject(value) && [...commandKeys, ...urlKeys].some((key) => key in value)
}

const nameOf = (data: DataObject): string | null =>
  typeof data.name === 'string' && data.name.trim() !== '' ? data.name : null
