/**
 * SKILL.md as agentskills.io/specification lays it down: frontmatter between two `---` lines, then instructions. A file
 * of a stranger: YAML tags and aliases are refused before anything is made of them. Pure.
 */
import { isAlias, isNode, parseDocument, visit } from 'yaml'
import type { Bilingual } from '../config/bilingual.ts'
import { skillLimits } from './types.ts'

export interface SkillText {
  readonly name: string
  readonly description: string
  /** For Chinese readers of the page; agents get the description. `metadata: description-zh`. */
  readonly descriptionZh: string | null
  readonly license: string | null
  readonly compatibility: string | null
  readonly author: string | null
  /** The instructions, without the frontmatter. */
  readonly body: string
}

export type ReadSkill = { readonly skill: SkillText } | { readonly fault: Bilingual<string> }

/** `folder`: the name that the skill's has to be; null where its folder is not made yet. */
export function readSkillText(text: string, folder: string | null): ReadSkill {
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text)
  const [, head, body] = parts ?? []
  if (head === undefined || body === undefined) {
    return fault(
      'SKILL.md does not begin with a frontmatter: a line of ---, then name and description, then a line of ---.',
      'SKILL.md 开头没有 frontmatter：先写一行 ---，再写 name 和 description，最后再写一行 ---。',
    )
  }
  const fields = frontmatter(head)
  if ('fault' in fields) return fields
  const { name, description, license, compatibility, metadata } = fields
  const problem =
    nameProblem(name, folder) ??
    textProblem('description', description, skillLimits.descriptionLength) ??
    (license === undefined ? null : textProblem('license', license, skillLimits.descriptionLength)) ??
    (compatibility === undefined ? null : textProblem('compatibility', compatibility, skillLimits.compatibilityLength))
  if (problem !== null) return { fault: problem }
  if (metadata !== undefined && !isRecord(metadata)) {
    return fault(
      'SKILL.md, metadata: it has to be a list of “key: value” lines.',
      'SKILL.md 的 metadata：每行应写成 key: value。',
    )
  }
  if (body.trim() === '') {
    return fault(
      'SKILL.md has no instructions after its frontmatter. Write there what the agent should do.',
      'SKILL.md 的 frontmatter 之后没有内容。请在那里写明助手该怎么做。',
    )
  }
  return {
    skill: {
      name: String(name),
      description: oneLine(String(description)),
      descriptionZh: plainText(metadata?.['description-zh'], skillLimits.descriptionLength),
      license: license === undefined ? null : oneLine(String(license)),
      compatibility: compatibility === undefined ? null : oneLine(String(compatibility)),
      author: plainText(metadata?.author, 200),
      body: body.trim(),
    },
  }
}

interface Fields {
  readonly name?: unknown
  readonly description?: unknown
  readonly license?: unknown
  readonly compatibility?: unknown
  readonly metadata?: unknown
}

function frontmatter(head: string): Fields | { readonly fault: Bilingual<string> } {
  if (Buffer.byteLength(head) > skillLimits.frontmatterBytes) {
    const kilobytes = skillLimits.frontmatterBytes / 1024
    return fault(
      `SKILL.md: its frontmatter is longer than ${kilobytes} KB. Move text below it.`,
      `SKILL.md 的 frontmatter 超过 ${kilobytes} KB，请把文字移到它的下面。`,
    )
  }
  // A parser takes seconds, or all of the stack, for what no author nests.
  if (bracketsIn(head) > mostBrackets || /(?:[-?] +){50}/.test(head)) return badYaml('it is nested too deeply')
  let value: unknown
  try {
    const document = parseDocument(head, { version: '1.2', schema: 'core', uniqueKeys: true, logLevel: 'silent' })
    const [error] = document.errors
    if (error !== undefined) return badYaml(error.message.split('\n')[0] ?? '')
    let odd: string | null = null
    visit(document, (_key, node) => {
      if (isAlias(node)) odd = 'an alias'
      else if (isNode(node)) odd = ('anchor' in node && node.anchor ? 'an anchor' : null) ?? oddTag(node.tag)
      return odd === null ? undefined : visit.BREAK
    })
    if (odd !== null) return badYaml(`it uses ${String(odd)}, and only plain keys and texts are read`)
    value = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    // Nesting beyond the stack, among others.
    return badYaml(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
  return isRecord(value) ? value : badYaml('it is no list of “key: value” lines')
}

const mostBrackets = 200
const bracketsIn = (text: string) => text.replace(/[^[{]/g, '').length

/** The types that plain YAML has by itself may be written out. */
function oddTag(tag: string | undefined): string | null {
  return !tag || /^tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null)$/.test(tag) ? null : 'a tag'
}

function nameProblem(name: unknown, folder: string | null): Bilingual<string> | null {
  if (typeof name !== 'string' || name === '') {
    return {
      en: 'SKILL.md, name: it is missing. Give the folder’s name.',
      zh: 'SKILL.md 缺少 name，请写上文件夹的名称。',
    }
  }
  const shown = JSON.stringify(name.slice(0, 80))
  if (name.length > skillLimits.nameLength || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    return {
      en: `SKILL.md, name: ${shown} has to be lower-case letters and digits with single hyphens between them, at most ${skillLimits.nameLength}, such as sleep-review.`,
      zh: `SKILL.md 的 name：${shown} 只能用小写字母和数字，中间可用单个连字符，最多 ${skillLimits.nameLength} 个字符，例如 sleep-review。`,
    }
  }
  if (folder === null || name === folder) return null
  return {
    en: `SKILL.md, name: it says ${shown}, but the folder is called ${JSON.stringify(folder)}. Rename one of them.`,
    zh: `SKILL.md 的 name 是 ${shown}，但文件夹叫 ${JSON.stringify(folder)}。请改成一致。`,
  }
}

function textProblem(field: string, value: unknown, most: number): Bilingual<string> | null {
  const isRequired = field === 'description'
  if (typeof value !== 'string' || value.trim() === '') {
    return {
      en: `SKILL.md, ${field}: it ${isRequired ? 'is missing. Say what the skill does and when to use it' : 'has to be a text, or be left out'}.`,
      zh: `SKILL.md ${isRequired ? '缺少 description，请写明它做什么、何时使用' : `的 ${field} 应为文字，或者删掉`}。`,
    }
  }
  if ([...value].length > most) {
    return {
      en: `SKILL.md, ${field}: it has ${[...value].length} characters; ${most} are the most.`,
      zh: `SKILL.md 的 ${field} 有 ${[...value].length} 个字符，最多 ${most} 个。`,
    }
  }
  if (hidden.exec(value) === null) return null
  return {
    en: `SKILL.md, ${field}: it contains characters that cannot be seen. Take them out, or do not use this skill.`,
    zh: `SKILL.md 的 ${field} 含有看不见的字符。请去掉它们，或者不要使用这个技能。`,
  }
}

/**
 * Controls but line ends and tabs, direction overrides, zero-width characters that join no emoji, and Unicode tags: a
 * model reads them, and the person who agrees to the text does not.
 */
const hidden = /[^\P{Cc}\t\n\r]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Null where it is none, or one that hides something: what is only shown makes no skill unusable. */
function plainText(value: unknown, most: number): string | null {
  return typeof value === 'string' && !hidden.test(value) ? oneLine(value).slice(0, most) : null
}

function badYaml(why: string): { readonly fault: Bilingual<string> } {
  return fault(
    `SKILL.md: its frontmatter cannot be read: ${why.replace(/\.$/, '')}.`,
    `无法读取 SKILL.md 的 frontmatter：${why.replace(/\.$/, '')}。`,
  )
}

function fault(en: string, zh: string): { readonly fault: Bilingual<string> } {
  return { fault: { en, zh } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
