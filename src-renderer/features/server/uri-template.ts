/** URI templates of resources (RFC 6570, levels 1 to 3 and lists as one value): which variables, and filled in. Pure. */

interface Operator {
  readonly first: string
  readonly between: string
  readonly isNamed: boolean
  /** What an empty named value leaves behind its name. */
  readonly ifEmpty: string
  /** Reserved characters pass as they are. */
  readonly isReservedAllowed: boolean
}

const plain: Operator = { first: '', between: ',', isNamed: false, ifEmpty: '', isReservedAllowed: false }
/** RFC 6570, appendix A. */
const operators: Readonly<Record<string, Operator>> = {
  '+': { ...plain, isReservedAllowed: true },
  '#': { ...plain, first: '#', isReservedAllowed: true },
  '.': { ...plain, first: '.', between: '.' },
  '/': { ...plain, first: '/', between: '/' },
  ';': { ...plain, first: ';', between: ';', isNamed: true },
  '?': { ...plain, first: '?', between: '&', isNamed: true, ifEmpty: '=' },
  '&': { ...plain, first: '&', between: '&', isNamed: true, ifEmpty: '=' },
}

const expression = /\{([+#./;?&]?)([^{}]*)\}/g

const namesOf = (list: string) =>
  list
    .split(',')
    .map((one) => {
      const [, name = '', limit] = /^\s*([^:*\s]+)(?::(\d+))?\*?\s*$/.exec(one) ?? []
      return { name, limit: limit === undefined ? null : Number(limit) }
    })
    .filter((one) => one.name !== '')

/** In the order of the template, each once. */
export function templateVariables(template: string): string[] {
  return [
    ...new Set([...template.matchAll(expression)].flatMap(([, , list = '']) => namesOf(list).map((one) => one.name))),
  ]
}

/** A variable that is missing leaves nothing; one that is empty leaves its name where names are written. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(expression, (_whole, sign: string, list: string) => {
    const operator = operators[sign] ?? plain
    const parts = namesOf(list).flatMap(({ name, limit }) => {
      const value = values[name]
      if (value === undefined) return []
      const text = encoded(limit === null ? value : [...value].slice(0, limit).join(''), operator.isReservedAllowed)
      if (!operator.isNamed) return [text]
      return [text === '' ? `${name}${operator.ifEmpty}` : `${name}=${text}`]
    })
    return parts.length === 0 ? '' : operator.first + parts.join(operator.between)
  })
}

function encoded(value: string, isReservedAllowed: boolean): string {
  const strict = (text: string) =>
    encodeURIComponent(text.toWellFormed()).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  if (!isReservedAllowed) return strict(value)
  return value.replace(/%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=]|[^:/?#[\]@!$&'()*+,;=%]+|%/g, (piece) =>
    /^(%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=])$/.test(piece) ? piece : strict(piece),
  )
}
