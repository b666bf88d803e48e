/** A tool as a server lists it, looked at: may it be offered, and as what. Pure. */
import type { Tool } from '@modelcontextprotocol/client'
import type { Bilingual } from '../../config/bilingual.ts'
import type { OfferedDefinition } from '../model/external-tools.ts'
import type { ServerSettings } from '../model/server-entry.ts'
import type { ToolRecord } from '../model/server-store.ts'
import { type ToolTrust, toolTrust } from '../trust/pins.ts'
import { cleanText } from './clean-text.ts'
import { usableSchema, withoutProperties } from './usable-schema.ts'

const TITLE_BYTES = 160

/** A definition that lacks what depends on the other tools and on the server's name. */
type Shape = Omit<OfferedDefinition, 'name' | 'origin'>

export interface PreparedTool {
  readonly name: string
  readonly record: ToolRecord | null
  readonly trust: ToolTrust
  /** Null where the description cannot be used. */
  readonly shape: Shape | null
  readonly mayBeGuessed: boolean
  /** Why it is not offered, whatever it would be called; null when it is. */
  readonly setAside: Bilingual<string> | null
}

/** Never throws: one tool that cannot be read at all (nested deeper than the stack) is no reason against the others. */
export function prepareTool(
  listed: Tool,
  record: ToolRecord | null,
  settings: Pick<ServerSettings, 'processors'>,
): PreparedTool {
  try {
    return prepared(listed, record, settings)
  } catch {
    return { name: listed.name, record, trust: 'new', shape: null, mayBeGuessed: false, setAside: unreadable }
  }
}

function prepared(listed: Tool, record: ToolRecord | null, settings: Pick<ServerSettings, 'processors'>): PreparedTool {
  const trust = toolTrust(record?.pinned, listed)
  const input = usableSchema(listed.inputSchema)
  const shape = 'schema' in input ? shapeOf(listed, input.schema, record, settings) : null
  return {
    name: listed.name,
    record,
    trust,
    shape,
    mayBeGuessed: listed.annotations?.destructiveHint !== true,
    setAside:
      trust !== 'approved'
        ? unapproved[trust]
        : 'unusable' in input
          ? input.unusable
          : record?.enabled === false
            ? off
            : null,
  }
}

function shapeOf(
  { name, title, description = '', outputSchema, annotations = {} }: Tool,
  input: OfferedDefinition['inputSchema'],
  record: ToolRecord | null,
  { processors }: Pick<ServerSettings, 'processors'>,
): Shape {
  const readOnlyHint = annotations.readOnlyHint ?? false
  // A processor may change the data, so that they are no more what the server describes.
  const output = outputSchema === undefined || processors.length > 0 ? null : usableSchema(outputSchema)
  return {
    title: cleanText(title ?? annotations.title ?? '', TITLE_BYTES) || cleanText(name, TITLE_BYTES),
    description: cleanText(description),
    inputSchema: withoutProperties(input, Object.keys(record?.preset ?? {})),
    ...(output !== null && 'schema' in output ? { outputSchema: output.schema } : {}),
    needsIdentity: true,
    annotations: {
      readOnlyHint,
      destructiveHint: annotations.destructiveHint ?? !readOnlyHint,
      openWorldHint: annotations.openWorldHint ?? true,
      idempotentHint: annotations.idempotentHint ?? false,
    },
    scope: readOnlyHint ? 'mcp:read' : 'mcp:write',
  }
}

const unapproved: Readonly<Record<'new' | 'changed', Bilingual<string>>> = {
  new: {
    en: 'It is new, and stays off until the person has looked at it.',
    zh: '这是新工具，经本人查看后才会启用。',
  },
  changed: {
    en: 'It is another than the one that was approved, and stays off until the person has looked at the difference.',
    zh: '它与已批准的版本不同，经本人查看差异后才会重新启用。',
  },
}
const off: Bilingual<string> = { en: 'It is switched off.', zh: '它已被关闭。' }
const unreadable: Bilingual<string> = { en: 'Its description cannot be read.', zh: '它的说明无法读取。' }
