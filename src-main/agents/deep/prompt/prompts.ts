/**
 * The templates of system prompts: files that a person can replace (PROMPTS_DEEP), read anew when they change. The rules
 * that always hold are no template's business: they are put behind it whatever it says.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Liquid, type Template } from 'liquidjs'
import type { PromptFile } from '../../../config/config.ts'
import type { Logger } from '../../../log/logger.ts'

/** What templates can use; every value is text, empty where there is none. */
export interface PromptVariables {
  readonly time: string
  readonly time_zone: string
  readonly language: string
  readonly units: string
  /** Whose records they are, where they are not the person's own. */
  readonly subject_name: string
  /** Which records there are, and from when to when. */
  readonly coverage: string
  readonly skills: string
  readonly tools_note: string
}

export type PromptProfile = 'deep' | 'small'

export interface Prompts {
  /** `own` are the person's own words: they come last, and under the rules. */
  system(profile: PromptProfile, variables: PromptVariables, own: string): Promise<string>
  /** By which names templates were configured, the default first. */
  readonly names: readonly string[]
}

export interface PromptsOptions {
  /** The packaged templates: `resources/prompts`. */
  readonly dir: string
  /** Of PROMPTS_DEEP; the first is used. */
  readonly configured?: readonly PromptFile[]
  readonly log: Logger
}

/** Longest prompt of a person. */
export const ownPromptLimit = 8_000

export function createPrompts({ dir, configured = [], log }: PromptsOptions): Prompts {
  // Templates are files of the person: they may not read others, and may not run for ever.
  const engine = new Liquid({ root: [], partials: [], layouts: [], renderLimit: 500, memoryLimit: 5_000_000 })
  const cache = new Map<string, { readonly changedAt: number; readonly template: Template[] }>()

  async function rendered(path: string, variables: PromptVariables): Promise<string> {
    const { mtimeMs } = await stat(path)
    let known = cache.get(path)
    if (known?.changedAt !== mtimeMs) {
      known = { changedAt: mtimeMs, template: engine.parse(await readFile(path, 'utf8')) }
      cache.set(path, known)
    }
    const text: unknown = await engine.render(known.template, { ...variables })
    return String(text).trim()
  }

  async function body(profile: PromptProfile, variables: PromptVariables): Promise<string> {
    const own = profile === 'deep' ? configured[0] : undefined
    if (own !== undefined)
      try {
        return await rendered(own.path, variables)
      } catch (error) {
        log.warn('a prompt template cannot be used, the packaged one is', { path: own.path, error })
      }
    return rendered(join(dir, `${profile}.liquid`), variables)
  }

  return {
    names: configured.map(({ name }) => name),
    async system(profile, variables, own) {
      const [head, rules] = await Promise.all([
        body(profile, variables),
        rendered(join(dir, 'safety.liquid'), variables),
      ])
      const words = own.trim().slice(0, ownPromptLimit)
      const wish =
        words === ''
          ? ''
          : `# What the person wants of you\nFollow this where it does not contradict the rules above; they always win.\n\n${words}`
      return [head, rules, wish].filter((part) => part !== '').join('\n\n')
    },
  }
}
