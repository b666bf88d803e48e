/** What a build is made from, and whether the one in `out/` is still that. */
import { readFileSync, writeFileSync } from 'node:fs'
import { inProject, newestChange } from './project.ts'

const stampFile = inProject('out', 'build.json')

const sources = [
  'src-main/**/*.{ts,sql}',
  'src-preload/**/*.ts',
  'src-renderer/**/*',
  'electron.vite.config.ts',
  'package.json',
]

/** True when `out/` is missing, unfinished or older than what it is built from. */
export function isBuildStale(): boolean {
  const builtAt = readStamp()
  return builtAt === null || newestChange(sources) > builtAt
}

/** Marks the build as whole. `startedAt` (epoch ms), so that a change made while it ran counts as newer. */
export function writeStamp(startedAt: number): void {
  writeFileSync(stampFile, `${JSON.stringify({ startedAt })}\n`)
}

function readStamp(): number | null {
  try {
    const stamp: unknown = JSON.parse(readFileSync(stampFile, 'utf8'))
    if (typeof stamp === 'object' && stamp !== null && 'startedAt' in stamp && typeof stamp.startedAt === 'number') {
      return stamp.startedAt
    }
  } catch {
    // No stamp or a broken one: the build never finished.
  }
  return null
}
