/**
 * The templates of system prompts: files that a person can replace (PROMPTS_DEEP, PROMPTS_BASE), read anew when they
 * change. The rules that always hold are no template's business: they are put behind it whatever it says.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Liquid, type Template } from 'liquidjs'
import type { PromptFile } from '../../config/config.ts'
import type { Logger } from '../../log/logger.ts'
import type { PromptVariables } from './variables.ts'

/** `small`: of the deep agent, for models with little room. */
export type PromptProfile = 'deep' | 'small' | 'base'

export interface Prompts {
  /** `own` are the person's own words: they come last, and under the rules. */
  system(profile: PromptProfile, variables: PromptVariables, own: string): Promise<string>
}

export interface PromptsOptions {
  /** The packaged templates: `resources/prompts`. */
  readonly dir: string
  /** In place of the packaged ones, by profile: of PROMPTS_DEEP and PROMPTS_BASE the first. */
  readonly configured?: Partial<Readonly<Record<PromptProfile, PromptFile | undefined>>>
  readonly log: Logger
}

/** Longest prompt of a person. */
const ownPromptLimit = 8_000

export function createPrompts({ dir, configured = {}, log }: PromptsOptions): Prompts {
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
    const own = configured[profile]
    if (own !== undefined)
      try {
        return await rendered(own.path, variables)
      } catch (error) {
        log.warn('a prompt template cannot be used, the packaged one is', { path: own.path, error })
      }
    return rendered(join(dir, `${profile}.liquid`), variables)
  }

  return {
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
