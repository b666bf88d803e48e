/** Reads arguments as models write them: numbers as text, one text where a list is wanted. Pure. */

type Args = Readonly<Record<string, unknown>>

/** The first of these that is a text; null without any. */
export function textArgument(args: Args, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = args[name]
    if (typeof value === 'string') return value
  }
  return null
}

export function numberArgument(args: Args, name: string): number | null {
  const value = args[name]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function booleanArgument(args: Args, name: string): boolean {
  return args[name] === true || args[name] === 'true'
}

export function listArgument(args: Args, name: string): readonly unknown[] {
  const value = args[name]
  if (Array.isArray(value)) return value
  // A list written as text is how small models send one.
  if (typeof value === 'string' && value.trim().startsWith('['))
    try {
      const parsed: unknown = JSON.parse(value)
      if (Array.isArray(parsed)) return parsed
    } catch {
      // Then it is one text, below.
    }
  return value === undefined || value === null || value === '' ? [] : [value]
}

export function textList(args: Args, name: string): string[] {
  return listArgument(args, name).filter((one): one is string => typeof one === 'string' && one.trim() !== '')
}
