/** Checks arguments against a tool's schema and says in words what is wrong and what would be right. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from './types.ts'

/** What is wrong, in one sentence for each fault; empty when all is well. */
export type ArgumentCheck = (args: unknown) => readonly string[]

/** The schemas are made by this app, so none is checked against the schema of schemas: that took a third of a second. */
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateFormats: false,
  verbose: true,
  meta: false,
  validateSchema: false,
})

/** Compiles a check once for a tool version. */
export function argumentCheck(schema: JsonSchema): ArgumentCheck {
  const own = { ...schema }
  const validate: ValidateFunction = ajv.compile(own)
  // It would be kept for as long as the app runs, with every version of every tool file.
  ajv.removeSchema(own)
  return (args) => {
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      return ['The arguments must be a JSON object.']
    if (validate(args)) return []
    const errors = validate.errors ?? []
    const unknown = errors.filter((e) => e.keyword === 'additionalProperties' && e.instancePath === '')
    const sentences = unknown.length > 0 ? [unknownArguments(unknown, schema)] : []
    for (const error of errors) if (!unknown.includes(error)) sentences.push(sentence(error))
    return [...new Set(sentences)].slice(0, 5)
  }
}

function unknownArguments(errors: readonly ErrorObject[], schema: JsonSchema): string {
  const names = errors.map((e) => String(e.params.additionalProperty))
  const accepted = Object.keys(schema.properties ?? {})
  return `Unknown argument${names.length > 1 ? 's' : ''}: ${names.join(', ')}. ${
    accepted.length > 0 ? `Accepted: ${accepted.join(', ')}.` : 'This tool takes no arguments.'
  }`
}

function sentence(error: ErrorObject): string {
  const place = error.instancePath.slice(1).replaceAll('/', '.') || 'The arguments'
  // What was given is not repeated: it may be a reading, and refusals are written down in more places than answers.
  switch (error.keyword) {
    case 'required':
      return `Missing argument: ${[error.instancePath.slice(1), String(error.params.missingProperty)].filter(Boolean).join('.')}.`
    case 'enum':
      return `${place} must be one of ${error.params.allowedValues.map((v: unknown) => JSON.stringify(v)).join(', ')}.`
    case 'type':
      return `${place} must be ${[error.params.type].flat().join(' or ')}, not ${kindOf(error.data)}.`
    case 'additionalProperties':
      return `${place} has an unknown field ${String(error.params.additionalProperty)}.`
    case 'minItems':
    case 'maxItems':
      return `${place} must have ${error.keyword === 'minItems' ? 'at least' : 'at most'} ${error.params.limit} element(s).`
    case 'minLength':
    case 'maxLength':
      return `${place} must have ${error.keyword === 'minLength' ? 'at least' : 'at most'} ${error.params.limit} character(s).`
    case 'minimum':
    case 'maximum':
      return `${place} must be ${error.params.comparison} ${error.params.limit}.`
    default:
      return `${place} ${error.message ?? 'is not accepted'}.`
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'fraction'
  return typeof value
}
