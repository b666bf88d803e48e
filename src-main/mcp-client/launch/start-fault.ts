/** Why the system refused to start a program that is there. */
import type { ServerFault } from '../model/server-status.ts'
import {
  commandMissing,
  commandNotExecutable,
  directoryMissing,
  interpreterMissing,
  notStarted,
} from './launch-fault.ts'
import type { LaunchPlan } from './launch-plan.ts'
import { systemDisk } from './system-disk.ts'

/** `error`: what spawn emitted. */
export async function startFault(error: unknown, command: string, { file, cwd }: LaunchPlan): Promise<ServerFault> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'EACCES') return commandNotExecutable(command, file, cwd)
  if (code !== 'ENOENT') return notStarted(command, code, cwd)
  // ENOENT stands for three things: the file, the working directory, and the interpreter that a script names.
  if ((await systemDisk.kind(cwd)) !== 'directory') return directoryMissing(cwd, false)
  const text = await systemDisk.text(file)
  if (text === null) return commandMissing(command, [file], cwd)
  const interpreter = interpreterOf(text)
  return interpreter === null ? notStarted(command, code, cwd) : interpreterMissing(file, interpreter, cwd)
}

/** Of a script's first line, `#!/path/of/interpreter argument`. */
function interpreterOf(text: string): string | null {
  return /^#!\s*(\S+)/.exec(text)?.[1] ?? null
}
