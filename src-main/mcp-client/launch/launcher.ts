/** Starts the programs of stdio servers: finds the command, makes the environment, watches over what runs. */
import { randomBytes } from 'node:crypto'
import type { Environment } from '../../config/data-dir.ts'
import { systemProbe } from '../../db/process-identity.ts'
import type { ServerSettings, StdioTarget } from '../model/server-entry.ts'
import { type LogLine, ServerError } from '../model/server-status.ts'
import { findBundledRuntime } from './bundled-runtime.ts'
import { childEnvironment } from './child-environment.ts'
import { createLaunchLedger } from './launch-ledger.ts'
import type { LaunchPlan } from './launch-plan.ts'
import { createLoginPath } from './login-path.ts'
import { type BundledRuntime, resolveCommand } from './resolve-command.ts'
import { createStdioTransport, type StdioTransport } from './stdio-transport.ts'
import { systemDisk } from './system-disk.ts'
import { createWatchdog } from './watchdog.ts'

export interface LauncherOptions {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  readonly home: string
  /** Holds the list of what runs; null: none is kept. */
  readonly dataDir: string | null
  /** What the person should know of this computer, e.g. that a crash of the hub would leave servers behind. */
  readonly onTrouble?: (message: string) => void
  /** Instead of asking the login shell. */
  readonly loginPath?: () => Promise<string | null>
  /** Instead of looking for the node that runs us, or is packed with us. */
  readonly bundled?: () => Promise<BundledRuntime | null>
}

export interface LaunchRequest {
  readonly target: StdioTarget
  /** Values of `target.envNames`. */
  readonly env: Readonly<Record<string, string>>
  /** Of this start, e.g. the run that it belongs to. */
  readonly run?: Readonly<Record<string, string>>
  readonly settings?: Pick<ServerSettings, 'proxy' | 'caFile'>
  readonly onLog?: (line: Omit<LogLine, 'at'>) => void
}

export interface Launcher {
  /** Nothing runs before the transport is started; its start rejects with ServerError. */
  launch(request: LaunchRequest): StdioTransport
  /** Asks the login shell ahead of the first start. */
  prepare(): void
  /** Ends what a hub of this data directory has left behind when it was killed; call it before the first start. */
  endLeftovers(): Promise<number>
  /** Ends what still runs. Never rejects. */
  close(): Promise<void>
}

export function createLauncher(options: LauncherOptions): Launcher {
  const { platform, env, home, dataDir } = options
  const loginPath = options.loginPath ?? createLoginPath({ platform, env, home })
  const bundled = once(options.bundled ?? ownRuntime)
  const ledger = dataDir === null ? null : createLaunchLedger(dataDir, systemProbe(platform), platform)
  const watchdog = createWatchdog({
    platform,
    onTrouble: (reason) => options.onTrouble?.(`The watchdog of external servers does not run: ${reason}`),
  })
  const open = new Set<StdioTransport>()

  const plan = async ({ target, env: entry, run, settings }: LaunchRequest): Promise<LaunchPlan> => {
    const around = { platform, home, env, loginPath: await loginPath() }
    const { command, cwd } = target
    const entryPath = entry.PATH ?? (platform === 'win32' ? entry.Path : undefined)
    const resolution = await resolveCommand({ command, cwd, entryPath }, around, systemDisk, await bundled())
    if (!resolution.ok) throw new ServerError(resolution.fault)
    const { file, argsBefore, pathForChild, cwd: directory } = resolution.resolved
    const mark = randomBytes(16).toString('hex')
    return {
      file,
      args: [...argsBefore, ...target.args],
      cwd: directory,
      mark,
      env: childEnvironment({
        platform,
        env,
        home,
        path: pathForChild,
        entry,
        run,
        proxy: settings?.proxy,
        caFile: settings?.caFile,
        mark,
      }),
    }
  }

  return {
    launch(request) {
      const transport = createStdioTransport({
        target: request.target,
        plan: () => plan(request),
        secrets: request.env,
        onLog: request.onLog ?? (() => {}),
        onSpawned(pid, mark) {
          watchdog.watch(pid, mark)
          ledger?.started(pid, mark)
        },
        onGone(pid) {
          watchdog.unwatch(pid)
          ledger?.gone(pid)
        },
      })
      open.add(transport)
      void transport.ended.then(() => open.delete(transport))
      return transport
    },
    prepare: () => void loginPath(),
    endLeftovers: async () => (await ledger?.endLeftovers()) ?? 0,
    async close() {
      await Promise.all([...open].map((transport) => transport.close()))
      watchdog.close()
      await ledger?.close()
    },
  }
}

function ownRuntime(): Promise<BundledRuntime | null> {
  const resourcesDir =
    'resourcesPath' in process && typeof process.resourcesPath === 'string' ? process.resourcesPath : null
  return findBundledRuntime(
    {
      platform: process.platform,
      execPath: process.execPath,
      inElectron: process.versions.electron !== undefined,
      resourcesDir,
    },
    systemDisk,
  )
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}
