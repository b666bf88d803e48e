/** Writes one key of config.yaml and leaves every other character of the file as the person wrote it. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMap, isScalar, parse, parseDocument } from 'yaml'
import { ConfigError } from './config.ts'
import { replaceFile } from './whole-file.ts'

/**
 * @param value A plain word; it is written unquoted.
 * @throws ConfigError when the file is not one that `loadConfig` would take; it is left as it is then.
 */
export async function writeSetting(dataDir: string, key: string, value: string): Promise<void> {
  const path = join(dataDir, 'config.yaml')
  const before = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (before === null) return replaceFile(path, `${key}: ${value}\n`, 0o600)
  const after = withSetting(before, key, value)
  if (after === null)
    throw new ConfigError(`${path} could not be changed. It was left as it is; set ${key}: ${value} there by hand.`)
  if (after === before) return
  // A link, for example into a folder of dotfiles, stays a link.
  const real = await realpath(path)
  await replaceFile(real, after, (await stat(real)).mode & 0o777)
}

/** The text with the key set; null when it is not a list of `KEY: value` lines or would not read back the same. */
export function withSetting(text: string, key: string, value: string): string | null {
  const document = parseDocument(text)
  if (document.errors.length > 0) return null
  if (document.contents !== null && !isMap(document.contents)) return null
  const present = isMap(document.contents)
    ? document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
    : undefined
  const range = isScalar(present?.value) ? present.value.range : null
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  let after: string
  if (range && range[1] > range[0]) after = text.slice(0, range[0]) + value + text.slice(range[1])
  else if (present === undefined && !isFlow(document.contents) && !/^(\.\.\.|---)/m.test(text))
    after = `${text}${text === '' || text.endsWith('\n') ? '' : newline}${key}: ${value}${newline}`
  else {
    document.set(key, value)
    after = document.toString({ lineWidth: 0 })
  }
  return readsBack(text, after, key, value) ? after : null
}

function isFlow(contents: unknown): boolean {
  return isMap(contents) && contents.flow === true
}

function readsBack(before: string, after: string, key: string, value: string): boolean {
  try {
    const wanted = { ...(parse(before) ?? {}), [key]: value }
    const got = parse(after)
    return (
      JSON.stringify(Object.entries(got).sort()) === JSON.stringify(Object.entries(wanted).sort()) && got[key] === value
    )
  } catch {
    return false
  }
}
