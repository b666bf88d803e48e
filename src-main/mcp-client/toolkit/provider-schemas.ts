/**
 * Tools as a model's provider takes them. One schema that a provider refuses fails the whole request, so each is put in
 * the provider's words, and a tool that cannot be is set aside and named (langchain#39271, opencode#35516). Pure.
 */
import type { Bilingual } from '../../config/bilingual.ts'
import { isObject, type JsonObject } from '../model/json-value.ts'
import { cleanText } from './clean-text.ts'
import { inlineReferences, SchemaFault } from './inline-references.ts'
import { mergeAlternatives, mergeBoth } from './merge-schemas.ts'
import { type Dialect, dialects, type Provider } from './provider-dialects.ts'
import { inDialect } from './schema-in-dialect.ts'

interface Described {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export interface ProviderTool {
  readonly name: string
  readonly description: string
  /** Root `type: object`, no references, nothing but what the provider takes. */
  readonly schema: JsonObject
}

export interface SetAsideTool {
  readonly name: string
  readonly reason: Bilingual<string>
}

/** In the order given; each definition is either among the tools or set aside. Never throws. */
export function toolsFor(
  provider: Provider,
  definitions: readonly Described[],
): { readonly tools: readonly ProviderTool[]; readonly setAside: readonly SetAsideTool[] } {
  const tools: ProviderTool[] = []
  const setAside: SetAsideTool[] = []
  const names = new Set<string>()
  for (const definition of definitions) {
    try {
      const tool = toolFor(dialects[provider], definition)
      if (names.has(tool.name)) throw new SchemaFault(twice)
      names.add(tool.name)
      tools.push(tool)
    } catch (error) {
      setAside.push({ name: definition.name, reason: error instanceof SchemaFault ? error.why : unreadable })
    }
  }
  return { tools, setAside }
}

function toolFor(dialect: Dialect, { name, description, inputSchema }: Described): ProviderTool {
  if (!dialect.name.test(name)) throw new SchemaFault(badName(dialect.title))
  const root = asObject(inlineReferences(inputSchema), 0)
  return {
    name,
    description: cleanText(description, dialect.descriptionBytes),
    schema: inDialect(root, dialect),
  }
}

/** No provider takes a choice at the root: its branches become one object. */
function asObject(schema: JsonObject, depth: number): JsonObject {
  if (depth > 8) throw new SchemaFault(unreadable)
  const { allOf, anyOf, oneOf, ...own } = schema
  const { type = 'object' } = own
  if (type !== 'object' && !(Array.isArray(type) && type.includes('object'))) throw new SchemaFault(noObject)
  let root: JsonObject = { ...own, type: 'object' }
  for (const branch of branchesOf(allOf)) {
    const both = mergeBoth(root, asObject(branch, depth + 1))
    if (both === null) throw new SchemaFault(contradiction)
    root = both
  }
  for (const choice of [anyOf, oneOf]) {
    const branches = branchesOf(choice).filter(isObjectLike)
    if (branches.length === 0) {
      if (Array.isArray(choice) && choice.length > 0) throw new SchemaFault(noObject)
      continue
    }
    const both = mergeBoth(root, mergeAlternatives(branches.map((branch) => asObject(branch, depth + 1))))
    if (both === null) throw new SchemaFault(contradiction)
    root = both
  }
  return root
}

const branchesOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A branch that allows something else than an object has no arguments to tell of. */
function isObjectLike({ type }: JsonObject): boolean {
  return type === undefined || [type].flat().includes('object')
}

const badName = (provider: string): Bilingual<string> => ({
  en: `${provider} takes no tool of this name.`,
  zh: `${provider} 不接受这样的工具名称。`,
})
const noObject: Bilingual<string> = {
  en: 'Its arguments are not described as an object.',
  zh: '它的参数没有描述为对象。',
}
const contradiction: Bilingual<string> = {
  en: 'The parts of the description of its arguments contradict each other.',
  zh: '参数说明的各部分互相矛盾。',
}
const twice: Bilingual<string> = {
  en: 'Another tool has this name.',
  zh: '已有同名工具。',
}
const unreadable: Bilingual<string> = {
  en: 'The description of its arguments cannot be read.',
  zh: '参数说明无法读取。',
}
