/** Names of files that came with questions: fit for a path, and unique where they are listed together. Pure. */
import { basename } from 'node:path'

const NAME_CHARS = 120

/** A name without folders or characters that a path, a file system or a terminal takes for something else. */
export function attachmentName(given: string): string {
  const name = basename(given.toWellFormed().normalize('NFC').replaceAll('\\', '/'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff<>:"|?*`]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[~.\s]+/, '')
    .trim()
  if (name === '') return 'file'
  const { stem, ending } = split(name)
  return `${[...stem].slice(0, NAME_CHARS - ending.length).join('')}${ending}`
}

/** The name, else the first of `name (2)`, `name (3)` … that nobody has; whatever their case. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const { stem, ending } = split(name)
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} (${number})${ending}`
  return free
}

/** For two of one name in the library: told apart by what is in them. */
export function markedName(name: string, sha256: string): string {
  const { stem, ending } = split(name)
  return `${stem}__${sha256.slice(0, 8)}${ending}`
}

function split(name: string): { stem: string; ending: string } {
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return ending.length === name.length
    ? { stem: name, ending: '' }
    : { stem: name.slice(0, name.length - ending.length), ending }
}
