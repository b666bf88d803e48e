/** The doc comment above a tool: description, parameter texts, and the tags that say what a call may do. */
import { parse } from 'comment-parser'
import type { Comment } from './tool-ast.ts'

export interface DocParam {
  /** Type text of a JSDoc brace, '' when there is none. */
  readonly type: string
  readonly text: string
  readonly optional: boolean
  /** Text after `=` in `[name=5]`. */
  readonly default: string | undefined
}

export interface ToolDoc {
  readonly title: string | null
  /** Every paragraph before the first tag, and the `@returns` text behind it. */
  readonly description: string
  readonly params: ReadonlyMap<string, DocParam>
  /** `@range limit 1 500`: bounds of a number, or of the length of a list or text. */
  readonly ranges: ReadonlyMap<string, { readonly min: number; readonly max: number }>
  readonly tags: ReadonlySet<string>
  /** `@view ui://…`: the MCP resource that draws the result. */
  readonly view: string | null
}

const noDoc: ToolDoc = {
  title: null,
  description: '',
  params: new Map(),
  ranges: new Map(),
  tags: new Set(),
  view: null,
}

/** Reads the last `/** … *\/` block of the comments before a declaration. */
export function toolDoc(comments: readonly Comment[] | null | undefined): ToolDoc {
  const block = (comments ?? []).filter((c) => c.type === 'CommentBlock' && c.value.startsWith('*')).at(-1)
  if (!block) return noDoc
  const parsed = parse(`/*${block.value}*/`, { spacing: 'preserve' })[0]
  if (!parsed) return noDoc
  const params = new Map<string, DocParam>()
  const ranges = new Map<string, { min: number; max: number }>()
  const tags = new Set<string>()
  let title: string | null = null
  let returns = ''
  let view: string | null = null
  for (const tag of parsed.tags) {
    const kind = tag.tag.toLowerCase()
    tags.add(kind)
    if (['param', 'arg', 'argument'].includes(kind))
      params.set(tag.name, {
        type: tag.type,
        text: oneParagraph(tag.description.replace(/^\s*-\s+/, '')),
        optional: tag.optional || tag.type.endsWith('='),
        default: tag.default,
      })
    else if (kind === 'returns' || kind === 'return') returns = oneParagraph(`${tag.name} ${tag.description}`)
    else if (kind === 'title') title = oneParagraph(`${tag.name} ${tag.description}`)
    else if (kind === 'view') view = tag.name.startsWith('ui://') ? tag.name : null
    else if (kind === 'range') {
      const [min, max] = tag.description.trim().split(/\s+/).map(Number)
      if (min !== undefined && max !== undefined && min <= max) ranges.set(tag.name, { min, max })
    }
  }
  const paragraphs = parsed.description
    .split(/\n\s*\n/)
    .map(oneParagraph)
    .filter(Boolean)
  if (returns) paragraphs.push(`Returns: ${returns}`)
  return { title, description: paragraphs.join('\n\n'), params, ranges, tags, view }
}

/** Joins wrapped lines, keeps lists: a line that begins with a bullet stays on its own line. */
function oneParagraph(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .reduce(
      (out, line) =>
        line === '' ? out : out === '' ? line : /^([-*•]|\d+\.)\s/.test(line) ? `${out}\n${line}` : `${out} ${line}`,
      '',
    )
}
