/** `utilityProcess`: a Node process with a message port, as Electron's own services are. */
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { record } from './record.ts'

export const utilityProcess = {
  fork(entry: string, args: string[], options: { env?: NodeJS.ProcessEnv }) {
    record('utilityProcess.fork', entry, options)
    const execArgv = ['--import', new URL('./parent-port.ts', import.meta.url).href]
    const child = fork(entry, args, { execArgv, env: options.env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.unref()
    child.channel?.unref()
    const port = Object.assign(new EventEmitter(), {
      get pid() {
        return child.pid
      },
      postMessage: (message: object) => void child.send(message),
      kill: () => child.kill(),
    })
    child.on('message', (message) => port.emit('message', message))
    child.on('exit', (code) => port.emit('exit', code))
    return port
  },
}
