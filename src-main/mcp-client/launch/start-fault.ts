/** Why the system refused to start a program that is there. */
import { open } from 'node:fs/promises'
import type { ServerFault } from '../model/server-status.ts'
import {
  commandMissing,
  commandNotExecutable,
  directoryMissing,
  interpreterMissing,
  notStarted,
} from './launch-fault.ts'
import type { LaunchPlan } from './launch-plan.ts'

/** `error`: what spawn emitted. */
export async function startFault(error: unknown, command: string, { file, cwd }: LaunchPlan): Promise<ServerFault> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'EACCES') return commandNotExecutable(command, file, cwd)
  if (code !== 'ENOENT') return notStarted(command, code, cwd)
  // ENOENT stands for three things: the file, the working directory, and the interpreter that a script names.
  if (!(await isThere(cwd))) return directoryMissing(cwd, false)
  const firstLine = await firstLineOf(file)
  if (firstLine === null) return commandMissing(command, [file], cwd)
  const interpreter = interpreterOf(firstLine)
  return interpreter === null ? notStarted(command, code, cwd) : interpreterMissing(file, interpreter, cwd)
}

/** Of a script's first line, `#!/path/of/interpreter argument`. */
function interpreterOf(firstLine: string): string | null {
  return /^#!\s*(\S+)/.exec(firstLine)?.[1] ?? null
}

async function isThere(path: string): Promise<boolean> {
  const directory = await open(path, 'r').catch(() => null)
  await directory?.close()
  return directory !== null
}

async function firstLineOf(path: string): Promise<string | null> {
  try {
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    return buffer.subarray(0, bytesRead).toString('utf8').split('\n', 1)[0] ?? ''
  } catch {
    return null
  }
}
