/** Finds the readers by listing their directory, so that adding one touches nothing else, and asks which reads a part. */
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PartHead, Reader } from './reader.ts'

/**
 * Loads every reader of a directory: `.ts` files from source, `.js` in a build.
 *
 * @param directory URL ending in '/'.
 */
export async function loadReaders(directory: URL): Promise<Reader[]> {
  const names = (await readdir(fileURLToPath(directory)))
    .filter((name) => /^[^_.].*(?<!\.d)\.(?:ts|js)$/.test(name))
    .sort()
  const readers: Reader[] = []
  for (const name of names) {
    const module: unknown = await import(new URL(name, directory).href)
    const reader = typeof module === 'object' && module !== null && 'reader' in module ? module.reader : null
    if (!isReader(reader)) throw new TypeError(`${name} does not export a reader`)
    readers.push(reader)
  }
  return readers
}

function isReader(value: unknown): value is Reader {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    typeof value.format === 'string' &&
    'detect' in value &&
    typeof value.detect === 'function' &&
    'read' in value &&
    typeof value.read === 'function'
  )
}

const LEAST_CONFIDENCE = 0.5

/** The reader that is surest of a part, or null when none is sure enough. */
export function chooseReader(readers: readonly Reader[], head: PartHead): Reader | null {
  let best: Reader | null = null
  let bestScore = 0
  for (const reader of readers) {
    const score = reader.detect(head)
    if (score > bestScore) {
      best = reader
      bestScore = score
    }
  }
  return bestScore >= LEAST_CONFIDENCE ? best : null
}
