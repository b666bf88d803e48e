/**
 * How a command is kept to its folder where the system has the means: bubblewrap on Linux, sandbox-exec on macOS. The
 * rest of the disk can be read, except the app's own data and the usual places of keys; it cannot be written. Pure.
 */
import { join } from 'node:path'

export type SandboxKind = 'bubblewrap' | 'sandbox-exec' | 'none'

export interface SandboxRequest {
  readonly kind: SandboxKind
  /** Absolute path of the sandbox's program. */
  readonly program: string
  /** The only folder that can be written. */
  readonly workDir: string
  /** Folders that are not even seen: the hub's data, keys. Those that are there. */
  readonly hidden: readonly string[]
}

/** Under the home: what no command of a model needs to see. */
export const privatePlaces = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.config/gcloud',
  '.kube',
  '.docker',
  '.netrc',
  '.password-store',
] as const

/** Program and arguments that run `command` (already split) inside the sandbox. */
export function inSandbox(command: readonly string[], request: SandboxRequest): readonly string[] {
  const { kind, program, workDir, hidden } = request
  if (kind === 'bubblewrap') {
    return [
      program,
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
      ...hidden.flatMap((dir) => ['--tmpfs', dir]),
      ...['--bind', workDir, workDir, '--chdir', workDir],
      ...['--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
      ...['--die-with-parent', '--new-session', '--'],
      ...command,
    ]
  }
  if (kind === 'sandbox-exec') {
    const quoted = (path: string) => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    const profile = [
      '(version 1)',
      '(allow default)',
      '(deny file-write*)',
      ...hidden.map((dir) => `(deny file-read* (subpath ${quoted(dir)}))`),
      `(allow file-read* file-write* (subpath ${quoted(workDir)}))`,
      '(allow file-write* (subpath "/dev") (subpath "/private/tmp") (subpath "/private/var/folders"))',
    ].join('\n')
    return [program, '-p', profile, ...command]
  }
  return command
}

/** The hidden folders of a person's home, for those that `exists` says are there. */
export function hiddenPlaces(home: string, dataDir: string, exists: (path: string) => boolean): string[] {
  return [dataDir, ...privatePlaces.map((place) => join(home, place))].filter(exists)
}
