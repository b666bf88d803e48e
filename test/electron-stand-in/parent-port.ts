/** Loaded first in a utility process: `process.parentPort`, as Electron gives it. */
import { EventEmitter } from 'node:events'

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: object): void => {
    process.send?.(message)
  },
})
process.on('message', (data) => port.emit('message', { data }))
// Electron ends its services with the main process, whatever they wait for.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: port })
