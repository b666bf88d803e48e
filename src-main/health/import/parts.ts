/** Which parts of what was dropped are read by whom, and what is said of the rest. */
import { headOf, type OpenedPath } from './archive.ts'
import { fileKind } from './file-kind.ts'
import { ImportError, type Part, type Reader } from './reader.ts'
import { chooseReader } from './reader-discovery.ts'

export interface ChosenPart {
  readonly part: Part
  readonly reader: Reader
}

/** Kinds of parts that are known and not read yet: what to call one and many of them. */
const NOT_READ: readonly (readonly [name: RegExp, one: string, many: string])[] = [
  [/(?:^|\/)workout-routes\/.*\.gpx$/i, 'workout route is', 'workout routes are'],
  [/(?:^|\/)electrocardiograms\/.*\.csv$/i, 'electrocardiogram is', 'electrocardiograms are'],
  [/(?:^|\/)clinical-records\/.*\.json$/i, 'clinical record file is', 'clinical record files are'],
  [/(?:^|\/)attachments\//i, 'attachment is', 'attachments are'],
]

export interface Choice {
  /** The largest first: the main part of a path. */
  readonly chosen: readonly ChosenPart[]
  /** One sentence a kind of part that was left. */
  readonly left: readonly string[]
}

/**
 * Asks every reader about the content of every part.
 *
 * @throws {ImportError} 'unrecognised' when nobody reads anything of it.
 */
export async function chooseParts(
  opened: OpenedPath,
  readers: readonly Reader[],
  signal: AbortSignal,
): Promise<Choice> {
  const chosen: ChosenPart[] = []
  const counts = new Map<number, number>()
  const others: { name: string; kind: string | null }[] = []
  for (const part of opened.parts) {
    signal.throwIfAborted()
    const known = NOT_READ.findIndex(([name]) => name.test(part.name))
    if (known >= 0) {
      counts.set(known, (counts.get(known) ?? 0) + 1)
      continue
    }
    const head = await headOf(part)
    const reader = chooseReader(readers, head)
    if (reader !== null) chosen.push({ part, reader })
    else others.push({ name: part.name, kind: fileKind(head.bytes) })
  }
  if (chosen.length === 0) throw unrecognised(opened, others, readers)
  chosen.sort((a, b) => (b.part.size ?? 0) - (a.part.size ?? 0))
  const left = [...counts].map(([known, count]) => {
    const [, one = '', many = ''] = NOT_READ[known] ?? []
    return `${count} ${count === 1 ? one : many} not read yet.`
  })
  return { chosen, left: [...left, ...describeOthers(others)] }
}

function describeOthers(others: readonly { name: string; kind: string | null }[]): string[] {
  const documents = others.filter((other) => other.kind === 'a clinical document (CDA)')
  const rest = others.filter((other) => other.kind !== 'a clinical document (CDA)')
  const said = documents.map(
    ({ name }) =>
      `${fileName(name)} is a clinical document with the same measurements in another form; it is not read.`,
  )
  if (rest.length === 0) return said
  const names = rest.slice(0, 5).map(({ name }) => fileName(name))
  const more = rest.length > names.length ? ` and ${rest.length - names.length} more` : ''
  return [...said, `Not recognised and not read: ${names.join(', ')}${more}.`]
}

function unrecognised(
  opened: OpenedPath,
  others: readonly { name: string; kind: string | null }[],
  readers: readonly Reader[],
): ImportError {
  const hint = `What can be read today: ${readers.map((reader) => reader.title).join(', ')}.`
  if (opened.kind === 'file') {
    const kind = others[0]?.kind ?? null
    const looks = kind === null ? '' : `; it looks like ${kind}`
    return new ImportError('unrecognised', `${opened.name} is no health file that is known here${looks}.`, hint)
  }
  const what = opened.kind === 'zip' ? 'The archive' : 'The folder'
  return new ImportError('unrecognised', `${what} ${opened.name} holds no health file that is known here.`, hint)
}

function fileName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
