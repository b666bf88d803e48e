/**
 * A `server.json` of the MCP registry (modelcontextprotocol/registry, docs/reference/server-json): packages to run with
 * npx, uvx or docker, and remotes. Each of them becomes an entry as a client would write it. Pure.
 */
import { type Data, type DataObject, isDataObject } from '../client-apps/settings-format.ts'

export interface RegistryEntry {
  readonly name: string
  readonly raw: DataObject
}

/** Null: it is no such file. */
export function registryEntries(data: DataObject): RegistryEntry[] | null {
  const server = isDataObject(data.server) ? data.server : data
  const packages = objects(server.packages)
  const remotes = objects(server.remotes)
  if (typeof server.name !== 'string' || (packages.length === 0 && remotes.length === 0)) return null
  const name = server.name.slice(server.name.lastIndexOf('/') + 1)
  return [
    ...packages.map((item) => ({ name, raw: packageEntry(item) })),
    ...remotes.map((item) => ({ name, raw: remoteEntry(item) })),
  ]
}

/** How each registry's packages are started; null for one that nothing here starts. */
function runnerOf(type: string, id: string, version: string | null): readonly string[] | null {
  switch (type) {
    case 'npm':
      return ['npx', '-y', version === null ? id : `${id}@${version}`]
    case 'pypi':
      return ['uvx', version === null ? id : `${id}==${version}`]
    case 'oci':
      return [
        'docker',
        'run',
        '-i',
        '--rm',
        version === null || /[:@]/.test(id.slice(id.lastIndexOf('/'))) ? id : `${id}:${version}`,
      ]
    default:
      return null
  }
}

function packageEntry(item: DataObject): DataObject {
  const type = text(item.registryType) ?? text(item.registry_type) ?? ''
  const id = text(item.identifier) ?? ''
  const env = Object.fromEntries(inputs(item.environmentVariables ?? item.environment_variables))
  const runner = runnerOf(type, id, text(item.version))
  // A type that is not spoken here, so that the entry is shown with its problem.
  if (runner === null) return { type: type === '' ? 'package' : type, command: id }
  const hint = text(item.runtimeHint) ?? text(item.runtime_hint)
  const [command = '', ...fixed] = runner
  const [last = '', ...before] = fixed.toReversed()
  const passed = command === 'docker' ? Object.keys(env).flatMap((name) => ['-e', name]) : []
  return {
    type: 'stdio',
    command: hint ?? command,
    args: [
      ...before.toReversed(),
      ...passed,
      ...words(item.runtimeArguments ?? item.runtime_arguments),
      last,
      ...words(item.packageArguments ?? item.package_arguments),
    ],
    env,
  }
}

function remoteEntry(item: DataObject): DataObject {
  const type = text(item.type) ?? text(item.transport_type) ?? 'streamable-http'
  return { type, url: text(item.url) ?? '', headers: Object.fromEntries(inputs(item.headers)) }
}

/** Names with their fixed value, or null for one that the person gives. */
function inputs(list: Data | undefined): [string, Data][] {
  return objects(list).flatMap((item) => {
    const name = text(item.name)
    return name === null ? [] : [[name, text(item.value)] satisfies [string, Data]]
  })
}

function words(list: Data | undefined): string[] {
  return objects(list).flatMap((item) => {
    const value = text(item.value) ?? text(item.default)
    const hint = text(item.valueHint) ?? text(item.value_hint) ?? text(item.name) ?? 'value'
    if (item.type === 'named') {
      const name = text(item.name) ?? ''
      return value === null ? [name] : [name, value]
    }
    return [value ?? `<${hint}>`]
  })
}

const objects = (list: Data | undefined): DataObject[] =>
  Array.isArray(list) ? list.filter((item: Data): item is DataObject => isDataObject(item)) : []

const text = (value: Data | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null)
