/** The disk of this computer, as resolve-command.ts asks it. */
import { constants } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import type { Disk } from './resolve-command.ts'

/** Batch files that npm writes have one to two thousand bytes. */
const MAX_TEXT_BYTES = 16 * 1024

export const systemDisk: Disk = {
  async kind(path) {
    try {
      const found = await stat(path)
      if (found.isDirectory()) return 'directory'
      if (!found.isFile()) return null
    } catch {
      return null
    }
    return access(path, constants.X_OK).then(
      () => 'program' as const,
      () => 'file' as const,
    )
  },
  async text(path) {
    const file = await open(path, 'r').catch(() => null)
    if (file === null) return null
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_TEXT_BYTES), 0, MAX_TEXT_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } catch {
      return null
    } finally {
      await file.close()
    }
  },
}
