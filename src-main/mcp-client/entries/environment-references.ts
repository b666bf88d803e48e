/**
 * References to environment variables in declared files, which the owner of this computer wrote: `${oc.env:NAME}` and
 * `${oc.env:NAME,default}` (OmegaConf), `${env:NAME}`, `${NAME}`, `${NAME:-default}`. Imports never come here. Pure.
 */
import type { Environment } from '../../config/data-dir.ts'

export interface Resolved {
  readonly text: string
  /** Names that are not set and have no default; they stand in the text as they did. */
  readonly missing: readonly string[]
}

const reference = /\$\{(?:(?:oc\.)?env:)?([A-Za-z_]\w*)(?:(?::-|,)([^}]*))?\}/g

/** Once over the text: what a variable holds is not read again. */
export function resolveReferences(text: string, env: Environment): Resolved {
  const missing: string[] = []
  const resolved = text.replace(reference, (whole, name: string, preset: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (value !== undefined && (value !== '' || preset === undefined)) return value
    if (preset !== undefined) return preset.trim()
    missing.push(name)
    return whole
  })
  return { text: resolved, missing }
}
