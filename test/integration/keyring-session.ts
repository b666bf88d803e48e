/** A D-Bus session of its own with a real gnome-keyring in it; never the machine's. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
const missing = () => programs.filter((name) => spawnSync('which', [name], { stdio: 'ignore' }).status !== 0)

/** Null when gnome-keyring can be tested here; installs it where that is possible. */
export function whyNoKeyring(): string | null {
  if (process.platform !== 'linux') return 'gnome-keyring is a keychain of Linux'
  if (missing().length === 0) return null
  if (process.getuid?.() === 0 && spawnSync('which', ['apt-get'], { stdio: 'ignore' }).status === 0) {
    process.stderr.write('Installing gnome-keyring with apt-get, since this is root on Debian or Ubuntu.\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { env, stdio: 'ignore', timeout: 300_000 } as const
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'gnome-keyring', 'dbus'], options)
  }
  const still = missing()
  return still.length === 0 ? null : `not installed: ${still.join(', ')}`
}

/** No service directories: nothing starts by itself, so that a keyring is there when the test starts one. */
const busConfig = (dir: string) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=${dir}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

export interface KeyringSession {
  /** Starts the daemon of `home` (a set of keyrings; another name is another set), in place of the one that runs. */
  start(home: string, state: 'unlocked' | 'locked'): Promise<void>
  /** The daemon stays and answers nobody, until it goes on. */
  freeze(): void
  goOn(): void
  stopDaemon(): Promise<void>
  close(): Promise<void>
}

/** Opens the bus and points this process at it. */
export async function openKeyringSession(): Promise<KeyringSession> {
  const root = mkdtempSync(join(tmpdir(), 'mirohub-keyring-'))
  const config = join(root, 'bus.conf')
  writeFileSync(config, busConfig(root))
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: root, XDG_RUNTIME_DIR: root, LANG: 'C.UTF-8' }
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = await once(createInterface(bus.stdout), 'line')
  const before = { ...process.env }
  process.env.DBUS_SESSION_BUS_ADDRESS = String(address)
  process.env.XDG_RUNTIME_DIR = root
  delete process.env.DISPLAY
  delete process.env.WAYLAND_DISPLAY

  let daemon: ChildProcess | null = null
  const stopDaemon = async (): Promise<void> => {
    const running = daemon
    daemon = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
    await owned(false)
  }
  /** Waits until somebody has the keychain's name on the bus, or nobody has. */
  const owned = async (isWanted: boolean): Promise<void> => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const args = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']
      const reply = execFileSync('dbus-send', [
        ...args,
        'org.freedesktop.DBus.NameHasOwner',
        'string:org.freedesktop.secrets',
      ])
      if (reply.includes('boolean true') === isWanted) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`gnome-keyring did not ${isWanted ? 'come up' : 'go'} on the bus`)
  }
  return {
    async start(home, state) {
      await stopDaemon()
      const dir = join(root, home)
      execFileSync('mkdir', ['-p', dir])
      const started = spawn(
        'gnome-keyring-daemon',
        ['--foreground', '--components=secrets', ...(state === 'unlocked' ? ['--unlock'] : [])],
        {
          env: { ...env, HOME: dir, XDG_DATA_HOME: join(dir, 'data'), DBUS_SESSION_BUS_ADDRESS: String(address) },
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      )
      started.stdin.end('password\n')
      daemon = started
      await owned(true)
    },
    freeze: () => void daemon?.kill('SIGSTOP'),
    goOn: () => void daemon?.kill('SIGCONT'),
    stopDaemon,
    async close() {
      await stopDaemon()
      const ended = once(bus, 'exit')
      bus.kill('SIGKILL')
      await ended
      for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY', 'WAYLAND_DISPLAY']) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
}
