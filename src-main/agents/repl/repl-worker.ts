/** Thread of one engine: takes evaluations, hands calls of tools to the hub, and is ended from outside when need be. */
import { parentPort } from 'node:worker_threads'
import { createEngine } from './engine.ts'
import type { FromReplWorker, ToReplWorker } from './worker-messages.ts'

const port = parentPort
if (port === null) throw new Error('repl-worker.ts runs in a worker thread only')
const send = (message: FromReplWorker): void => port.postMessage(message)

const engine = await createEngine((id, tool, args) => send({ type: 'call', id, tool, args }))
port.on('message', (message: ToReplWorker) => {
  if (message.type === 'answer') engine.answer(message.id, message.json)
  else if (message.type === 'refusal') engine.refuse(message.id, message.message)
  else void engine.evaluate(message.order).then((end) => send({ type: 'end', ...end }))
})
send({ type: 'ready' })
