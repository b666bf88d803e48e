/** Thread entry: owns the embedded engine and serves its one session to every client thread in turn. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { writeBackup } from './backup.ts'
import { EmbeddedSession, faultOf, OpenFailure } from './embedded-session.ts'
import { EngineServer } from './engine-server.ts'
import type { EngineStart, OwnerReply, OwnerRequest } from './worker-protocol.ts'

if (parentPort === null) throw new Error('pglite-worker must be started as a worker thread')
const owner: MessagePort = parentPort
const start: EngineStart = workerData

const tell = (reply: OwnerReply): void => owner.postMessage(reply)

await main()

async function main(): Promise<void> {
  const begun = performance.now()
  let session: EmbeddedSession
  try {
    session = await EmbeddedSession.open({
      ...start,
      onFatal: (message) => {
        tell({ type: 'fatal', message })
        // The engine must not run another instruction on memory that it has declared broken.
        process.exit(70)
      },
    })
  } catch (error) {
    const lines = error instanceof OpenFailure ? error.lines : []
    tell({ type: 'open-failed', message: error instanceof Error ? error.message : String(error), log: lines })
    owner.close()
    process.exit(1)
  }
  const server = new EngineServer(session, (level, message) => tell({ type: 'log', level, message }))
  owner.on('message', (request: OwnerRequest) => {
    void serve(request, session, server)
  })
  await session.checkpoint()
  tell({ type: 'ready', fsyncs: session.fsyncCount, openMs: Math.round(performance.now() - begun) })
}

async function serve(request: OwnerRequest, session: EmbeddedSession, server: EngineServer): Promise<void> {
  switch (request.type) {
    case 'link':
      server.addLink(request.port)
      return
    case 'backup':
      try {
        await server.exclusive(async () => {
          await session.checkpoint()
          await writeBackup(start.clusterDir, request.file)
        })
        tell({ type: 'done', id: request.id })
      } catch (error) {
        tell({ type: 'failed', id: request.id, error: faultOf(error) })
      }
      return
    case 'close':
      await server.exclusive(async () => {
        server.stop()
        await session.close()
      })
      tell({ type: 'closed' })
      owner.close()
      return
  }
}
