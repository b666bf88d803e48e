/** Preset arguments as lines to edit, and back as values. Pure. */
import { isJson, type Json } from '../tools/schema-parameters.ts'

export interface PresetRow {
  readonly name: string
  readonly text: string
}

/** A text stands as it is; everything else as JSON. */
export function presetRows(preset: Json): PresetRow[] {
  return Object.entries(preset).map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))
}

/**
 * What a parameter says it is decides how its line is read: text as it stands, everything else as JSON. `faults` are
 * the names whose line is not JSON.
 */
export function presetOf(rows: readonly PresetRow[], properties: Json): { preset: Json; faults: string[] } {
  const preset: Record<string, unknown> = {}
  const faults: string[] = []
  for (const { name, text } of rows) {
    const property = properties[name]
    if (isText(isJson(property) ? property : {})) preset[name] = text
    else {
      try {
        preset[name] = JSON.parse(text)
      } catch {
        faults.push(name)
      }
    }
  }
  return { preset, faults }
}

function isText(schema: Json): boolean {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.includes('string')) return true
  return Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string')
}
