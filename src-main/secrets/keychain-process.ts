/**
 * The process that holds the keychain library. A call that waits for a person to unlock the keychain cannot be ended from
 * inside: it keeps a thread of Node's pool, and a process with such a call does not even exit. Out here it can be killed.
 */
import { AsyncEntry } from '@napi-rs/keyring'
import { type KeychainReply, type KeychainRequest, keychainFault } from './keychain.ts'

const service = 'Mirohub'

/** Electron's utility processes have a port of their own. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  const { id, account } = request
  let isOpening = true
  try {
    // On Linux the store is pinned: left alone, the library falls back to kernel memory, which a reboot empties.
    const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
    isOpening = false
    if (request.op === 'get') return { id, ok: true, value: (await entry.getPassword()) ?? null }
    if (request.op === 'set') await entry.setPassword(request.value)
    else await entry.deletePassword()
    return { id, ok: true, value: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { id, ok: false, text, fault: keychainFault(text, isOpening) }
  }
}

function isRequest(message: unknown): message is KeychainRequest {
  return typeof message === 'object' && message !== null && 'id' in message && 'op' in message && 'account' in message
}

const parentPort: ParentPort | undefined = Reflect.get(process, 'parentPort')
const reply = (message: unknown, send: (reply: KeychainReply) => void): void => {
  if (isRequest(message)) void answer(message).then(send)
}
if (parentPort) {
  const port = parentPort
  port.on('message', (event) => reply(event.data, (message) => port.postMessage(message)))
} else {
  process.on('message', (message) => reply(message, (sent) => process.send?.(sent)))
  // The hub is gone. An exit would wait for a call that is open; this does not.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
