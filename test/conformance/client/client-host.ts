/**
 * The hub's client for all scenarios of the conformance suite in one process, as the hub has all of its servers in one:
 * what the suite starts for each scenario (ask-client.mjs) only hands the server's URL over. Loading the client anew for
 * each of them was nine tenths of the work.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { runClient } from './run-client.ts'

const questionSchema = z.object({ url: z.string(), context: z.string() })

export interface ClientHost {
  /** For the suite, which splits it at spaces and runs it where `root` is. */
  readonly command: string
  close(): Promise<void>
}

export async function startClientHost(root: string): Promise<ClientHost> {
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    // A suite that ended its asker did not wait for the answer.
    socket.on('error', () => {})
    const { url, context } = questionSchema.parse(JSON.parse(await text(socket)))
    socket.end(JSON.stringify({ fault: await runClient(url, context) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asker = relative(root, new URL('ask-client.mjs', import.meta.url).pathname)
  return {
    command: `node ${asker} ${port}`,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
