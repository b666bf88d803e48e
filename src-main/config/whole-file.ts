/** Small files that are replaced whole: after a crash there is the old text or the new one, never half of one. */
import { open, rename, rm } from 'node:fs/promises'

/** @param mode Permissions of the new file, e.g. 0o600. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.new`
  try {
    // A left-over of a process with the same id would lend its permissions to the new file.
    await rm(temporary, { force: true })
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
