/** Asks the keychain through a process of its own, started at the first question and ended when nothing is asked. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { workerEntry } from '../config/entries.ts'
import type { Keychain, KeychainReply } from './keychain.ts'
import { SecretError } from './secret-store.ts'

/** A started process, of Node or of Electron. */
export interface KeychainPeer {
  post(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Also when it could not be started. */
  onExit(listener: () => void): void
  kill(): void
}
/** @param entry Path of the file it runs. @param env All of its environment. */
export type StartKeychainPeer = (entry: string, env: Record<string, string>) => KeychainPeer

const idleMs = 5_000
const hint = 'Unlock the keychain and try again. Nothing in it was changed.'

interface Waiting {
  resolve(value: string | null): void
  reject(error: SecretError): void
}

export function keychainClient(start: StartKeychainPeer = startNodeProcess): Keychain {
  const waiting = new Map<number, Waiting>()
  let peer: KeychainPeer | null = null
  let idle: NodeJS.Timeout | null = null
  let lastId = 0

  /** Ends the process; whoever still waits is told `error`. */
  const drop = (error: SecretError): void => {
    const ended = peer
    peer = null
    ended?.kill()
    for (const call of [...waiting.values()]) call.reject(error)
    waiting.clear()
  }
  const running = (): KeychainPeer => {
    if (peer !== null) return peer
    const started = start(fileURLToPath(workerEntry(import.meta.url, 'keychain-process')), passedEnvironment())
    started.onMessage((message) => {
      if (!isReply(message)) return
      const call = waiting.get(message.id)
      if (message.ok) call?.resolve(message.value)
      else call?.reject(new SecretError(message.fault, `The keychain did not do it: ${message.text}.`, hint))
    })
    started.onExit(() => {
      if (peer === started) drop(new SecretError('unavailable', 'The process that asks the keychain ended.', hint))
    })
    peer = started
    return started
  }
  return {
    ask(question, limitMs) {
      if (idle !== null) clearTimeout(idle)
      const id = ++lastId
      let timer: NodeJS.Timeout | undefined
      return new Promise<string | null>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        timer = setTimeout(
          () => drop(new SecretError('silent', `The keychain did not answer within ${limitMs / 1000} s.`, hint)),
          limitMs,
        )
        running().post({ ...question, id })
      }).finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
        if (waiting.size === 0) idle = setTimeout(() => drop(new SecretError('silent', 'Idle.', hint)), idleMs).unref()
      })
    },
    close() {
      if (idle !== null) clearTimeout(idle)
      drop(new SecretError('silent', 'Mirohub is stopping.', hint))
    },
  }
}

/** What the keychain library needs to find the person's session; keys of model providers and the like stay here. */
const passedOn =
  /^(DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|HOME|USER|LOGNAME|PATH|LANG|LC_ALL|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|SYSTEMROOT|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP)$/i

function passedEnvironment(): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && passedOn.test(name)) passed[name] = value
  return passed
}

function startNodeProcess(entry: string, env: Record<string, string>): KeychainPeer {
  const child = fork(entry, [], {
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Neither may keep a command alive that has nothing else to do.
  child.unref()
  child.channel?.unref()
  return {
    post: (message) => {
      child.send(message, () => {
        // A process that is gone is told by its exit.
      })
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      child.on('exit', listener)
      child.on('error', listener)
    },
    kill: () => child.kill('SIGKILL'),
  }
}

function isReply(message: unknown): message is KeychainReply {
  return typeof message === 'object' && message !== null && 'id' in message && 'ok' in message
}
