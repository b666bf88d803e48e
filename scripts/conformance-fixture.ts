/**
 * Serves the fixture of the MCP conformance suite through the hub's own HTTP server, for anybody, until it is stopped.
 * `npm run -s conformance:fixture -- --port P` prints one line when it is ready:
 * {"event":"ready","url":"http://127.0.0.1:P","mcp":"http://127.0.0.1:P/mcp"}
 */
import { parseArgs } from 'node:util'
import { createLogger } from '../src-main/log/logger.ts'
import { createHttpServer } from '../src-main/mcp-server/http-server.ts'
import { onBackendChanged } from '../src-main/mcp-server/subscriptions.ts'
import { createFixtureBackend } from '../test/conformance/fixture/fixture-backend.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, verbose: { type: 'boolean' } },
})
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a whole number from 0 to 65535, not "${values.port}".`)
  process.exit(2)
}
const log = createLogger({ level: values.verbose ? 'debug' : 'error', dataDir: null, stream: process.stderr })

const backend = createFixtureBackend()
const server = await createHttpServer({
  config: {
    http: { host: '127.0.0.1', port, uriPrefix: '', serverName: 'conformance-fixture' },
    mcpPublicUrl: null,
  },
  log,
  authenticator: {
    identify: async () => ({ kind: 'caller', caller: { user: null }, principal: 'anonymous', label: null }),
  },
  backendFor: () => backend,
})
const unsubscribe = onBackendChanged(backend, (change) => {
  if (change.kind === 'resource') server.resourceUpdated(change.uri)
  else server.changed(change.kind)
})

const { url, mcpUrl } = await server.listen(port)
console.log(JSON.stringify({ event: 'ready', url, mcp: mcpUrl }))

const stop = () => {
  unsubscribe()
  void server.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
