/** One tool file, read and imported: its tools with the functions to call. */
import { readFile } from 'node:fs/promises'
import type { ModuleLoader } from './module-loader.ts'
import { readToolSource, type SourceTool } from './tool-source.ts'
import type { ToolDefinition } from './types.ts'

export interface LoadedTool {
  readonly definition: ToolDefinition
  readonly order: SourceTool['order']
  /** Calls the function with positional arguments; may throw or reject. */
  readonly run: (args: readonly unknown[]) => unknown
}

export interface ToolFile {
  readonly path: string
  readonly tools: readonly LoadedTool[]
  readonly warnings: readonly string[]
  /** The file and its helpers: a change in any of them reloads it. */
  readonly files: ReadonlySet<string>
}

/** Loads a tool file. Rejects when it does not parse or throws on import; the caller turns that into one warning. */
export async function loadToolFile(
  path: string,
  origin: 'packaged' | 'personal',
  loader: ModuleLoader,
): Promise<ToolFile> {
  const source = await readFile(path, 'utf8')
  const read = readToolSource(source, path, origin)
  const module = await loader.load(path)
  const warnings = [...read.warnings]
  const instances = new Map<string, object | null>()
  const tools: LoadedTool[] = []
  for (const tool of read.tools) {
    const run = callableOf(tool, module.exports, instances, warnings)
    if (run) tools.push({ definition: definitionOf(tool, path, origin), order: tool.order, run })
  }
  return { path, tools, warnings, files: new Set([path, ...module.files]) }
}

function definitionOf(tool: SourceTool, file: string, kind: 'packaged' | 'personal'): ToolDefinition {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    origin: { kind, file },
    needsIdentity: tool.needsIdentity,
    annotations: tool.annotations,
    scope: tool.scope,
    ...(tool.view === null ? {} : { view: tool.view }),
  }
}

function callableOf(
  tool: SourceTool,
  exports: Readonly<Record<string, unknown>>,
  instances: Map<string, object | null>,
  warnings: string[],
): LoadedTool['run'] | null {
  const exported = exports[tool.from.exported]
  if (tool.from.kind === 'function') {
    if (typeof exported !== 'function') return null
    return (args) => Reflect.apply(exported, undefined, args)
  }
  const name = tool.from.exported
  if (!instances.has(name)) instances.set(name, instanceOf(name, exported, warnings))
  const instance = instances.get(name)
  const method: unknown = instance ? Reflect.get(instance, tool.from.method) : undefined
  if (!instance || typeof method !== 'function') return null
  return (args) => Reflect.apply(method, instance, args)
}

/** A service class built once, without arguments; null where it opts out or cannot be built. */
function instanceOf(name: string, exported: unknown, warnings: string[]): object | null {
  if (typeof exported !== 'function') return null
  const enabled: unknown = Reflect.get(exported, '_enabled')
  try {
    // Opting out is the quiet way of an integration that is not set up, so it makes no warning.
    if (typeof enabled === 'function' && Reflect.apply(enabled, exported, []) === false) return null
  } catch {
    return null
  }
  try {
    const instance: unknown = Reflect.construct(exported, [])
    return typeof instance === 'object' ? instance : null
  } catch (error) {
    warnings.push(`class ${name} is left out: its constructor failed (${reasonOf(error)})`)
    return null
  }
}

/** The first line of what was thrown, for a warning. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0]?.slice(0, 300) || 'unknown reason'
}
