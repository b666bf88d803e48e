/** A result as the protocol has it, short enough to read. Pure. */
import { isJson } from '../tools/schema-parameters.ts'

const LONGEST_DATA = 2_000

/** Pictures and sounds would bury the rest of the answer under their base64. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened)
  if (!isJson(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      (name === 'data' || name === 'blob') && typeof one === 'string' && one.length > LONGEST_DATA
        ? `${one.slice(0, 80)}… (${one.length})`
        : shortened(one),
    ]),
  )
}
