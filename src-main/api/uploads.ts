/**
 * Files that a browser page sends. They are streamed to the data directory (never to memory), keep their name for the
 * reader's messages, and go away when the import has ended or the hub starts again.
 */

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface UploadStore {
  /** Writes the stream to disk; returns the id that `imports.start` takes. A broken stream leaves nothing behind. */
  receive(name: string, body: Readable): Promise<{ upload: string; bytes: number }>
  /** The path of an upload, once: a second import needs a second upload. Null when unknown. */
  take(upload: string): string | null
  /** Removes the files of an import that ended. Paths outside the upload directory are left alone. */
  release(path: string): Promise<void>
}

/** A display name without any directory part or characters a file system refuses. */
export function uploadName(name: string): string {
  const cleaned = basename(name.replaceAll('\\', '/'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '')
    .trim()
  return cleaned === '' || cleaned === '.' || cleaned === '..' ? 'upload' : cleaned.slice(-120)
}

export async function createUploadStore(dataDir: string): Promise<UploadStore> {
  const root = join(dataDir, 'uploads')
  // What an earlier run left was never imported; the person still has the original.
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true, mode: 0o700 })
  const waiting = new Map<string, string>()
  return {
    async receive(name, body) {
      const upload = randomUUID()
      const directory = join(root, upload)
      const path = join(directory, uploadName(name))
      await mkdir(directory, { mode: 0o700 })
      try {
        await pipeline(body, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      } catch (error) {
        await rm(directory, { recursive: true, force: true })
        throw error
      }
      waiting.set(upload, path)
      return { upload, bytes: (await stat(path)).size }
    },
    take(upload) {
      const path = waiting.get(upload) ?? null
      waiting.delete(upload)
      return path
    },
    async release(path) {
      const directory = join(path, '..')
      if (join(directory, '..') === root) await rm(directory, { recursive: true, force: true })
    },
  }
}
