/** The environment of a child: a list of what may be passed on, and what its entry says; nothing else of ours. Pure. */
import type { Environment } from '../../config/data-dir.ts'
import type { ServerSettings } from '../model/server-entry.ts'
import { variable } from './search-path.ts'
import { LAUNCH_MARK } from './strays.ts'

/**
 * What every program of the system expects to find. Windows programs fail in odd ways without WINDIR or ProgramData
 * (Raccoon-Office/Box-Agent#10); a browser that a server opens needs the display.
 */
const inherited = {
  win32: [
    'ALLUSERSPROFILE',
    'APPDATA',
    'COMMONPROGRAMFILES',
    'COMMONPROGRAMFILES(X86)',
    'COMMONPROGRAMW6432',
    'COMPUTERNAME',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'NUMBER_OF_PROCESSORS',
    'OS',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROGRAMW6432',
    'PUBLIC',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERDOMAIN',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
  posix: [
    'DISPLAY',
    'HOME',
    'LANG',
    'LANGUAGE',
    'LC_ALL',
    'LC_CTYPE',
    'LC_MESSAGES',
    'LOGNAME',
    'SHELL',
    'TERM',
    'TMPDIR',
    'TZ',
    'USER',
    'WAYLAND_DISPLAY',
    'XAUTHORITY',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_RUNTIME_DIR',
    'XDG_STATE_HOME',
    '__CF_USER_TEXT_ENCODING',
  ],
}

const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']
const loopback = 'localhost,127.0.0.1,::1'

export interface ChildEnvironmentRequest {
  readonly platform: NodeJS.Platform
  /** Of the app. */
  readonly env: Environment
  readonly home: string
  /** PATH as resolve-command.ts made it. */
  readonly path: string
  /** Of the entry; it comes before everything but `path` and `run`. */
  readonly entry: Readonly<Record<string, string>>
  /** Of this start: the run that it belongs to. */
  readonly run?: Readonly<Record<string, string>>
  readonly proxy?: ServerSettings['proxy']
  /** A file of certificates that the child's node shall trust too. */
  readonly caFile?: string | null
  readonly mark: string
}

export function childEnvironment(request: ChildEnvironmentRequest): Record<string, string> {
  const { platform, env, home, entry } = request
  const out = new Map<string, readonly [name: string, value: string]>()
  // Windows does not tell the case of a name: a second one in other letters would be a toss-up.
  const set = (name: string, value: string): void => {
    out.set(platform === 'win32' ? name.toUpperCase() : name, [name, value])
  }
  for (const name of platform === 'win32' ? inherited.win32 : inherited.posix) {
    const value = variable(env, name, platform)
    // A value that bash would read as a function (Shellshock) is none that we pass on.
    if (value !== undefined && !value.startsWith('()')) set(name, value)
  }
  if (platform !== 'win32') {
    if (!out.has('HOME')) set('HOME', home)
    // An app that is started from a desktop may have no language: python then reads and writes ASCII.
    if (!['LANG', 'LC_ALL', 'LC_CTYPE'].some((name) => out.has(name))) {
      set('LANG', platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8')
    }
  }
  for (const [name, value] of proxyVariables(request.proxy ?? 'none', env)) set(name, value)
  if (request.caFile) set('NODE_EXTRA_CA_CERTS', request.caFile)
  for (const [name, value] of Object.entries(entry)) set(name, value)
  for (const [name, value] of Object.entries(request.run ?? {})) set(name, value)
  set('PATH', request.path)
  set(LAUNCH_MARK, request.mark)
  return Object.fromEntries(out.values())
}

/** Node asks the environment for a proxy only where it is told to (NODE_USE_ENV_PROXY, node 24). */
function proxyVariables(proxy: ServerSettings['proxy'], env: Environment): [string, string][] {
  if (proxy === 'none') return []
  const chosen =
    proxy === 'system'
      ? proxyNames.flatMap((name): [string, string][] => {
          const value = env[name.toLowerCase()] || env[name]
          return value ? [[name, value]] : []
        })
      : [
          ['HTTP_PROXY', proxy.url] as const,
          ['HTTPS_PROXY', proxy.url] as const,
          ['NO_PROXY', env.no_proxy || env.NO_PROXY || ''] as const,
        ]
  if (!chosen.some(([name, value]) => name !== 'NO_PROXY' && value)) return []
  const variables = Object.fromEntries(chosen)
  // A proxy is never asked for this computer.
  variables.NO_PROXY = variables.NO_PROXY ? `${variables.NO_PROXY},${loopback}` : loopback
  return [
    ...Object.entries(variables).flatMap(([name, value]): [string, string][] => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
    ['NODE_USE_ENV_PROXY', '1'],
  ]
}
