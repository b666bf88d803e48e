/** Values of a bundle's or companion's form: what they begin as, and what is wrong with them. Pure. */
import type { ConfigField } from '../../../../src-main/api/contract/servers.ts'

/** As typed: text, one value a line where several are taken, or yes and no. */
export type FieldValues = Readonly<Record<string, string | boolean>>
export type FieldFault = 'required' | 'number' | 'min' | 'max'

export function initialValues(fields: readonly ConfigField[]): FieldValues {
  return Object.fromEntries(
    fields.map(({ key, type, multiple, default: value }) => {
      if (type === 'boolean') return [key, value === true]
      if (multiple) return [key, Array.isArray(value) ? value.map(String).join('\n') : '']
      return [key, typeof value === 'string' || typeof value === 'number' ? String(value) : '']
    }),
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function faultOf(field: ConfigField, value: string | boolean | undefined): FieldFault | null {
  if (typeof value === 'boolean') return null
  const text = value?.trim() ?? ''
  if (text === '') return field.required ? 'required' : null
  if (field.type !== 'number') return null
  for (const one of field.multiple ? linesOf(text) : [text]) {
    const number = Number(one)
    if (!Number.isFinite(number)) return 'number'
    if (field.min !== null && number < field.min) return 'min'
    if (field.max !== null && number > field.max) return 'max'
  }
  return null
}

export function fieldFaults(fields: readonly ConfigField[], values: FieldValues): Readonly<Record<string, FieldFault>> {
  const faults: Record<string, FieldFault> = {}
  for (const field of fields) {
    const fault = faultOf(field, values[field.key])
    if (fault !== null) faults[field.key] = fault
  }
  return faults
}

/** As the hub takes them: numbers as numbers, several as a list, what was left empty not at all. */
export function filledValues(fields: readonly ConfigField[], values: FieldValues): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const { key, type, multiple, sensitive } of fields) {
    const value = values[key]
    if (typeof value === 'boolean') filled[key] = value
    else if (value !== undefined && value.trim() !== '') {
      const typed = (text: string) => (type === 'number' ? Number(text) : text)
      // A secret may begin or end with a blank; who pasted a line break did not mean it.
      filled[key] = multiple
        ? linesOf(value).map(typed)
        : typed(sensitive ? value.replace(/[\r\n]+$/, '') : value.trim())
    }
  }
  return filled
}
