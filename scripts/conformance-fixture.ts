/**
 * Serves the fixture of the MCP conformance suite through the hub's own HTTP server, for anybody, until it is stopped.
 * `npm run -s conformance:fixture -- --port P` prints one line when it is ready:
 * {"event":"ready","url":"http://127.0.0.1:P","mcp":"http://127.0.0.1:P/mcp"}
 *
 * With `--behind-hub` the fixture is an external server of a whole hub in a directory of its own, without a prefix and
 * shared with apps, and what is served is that hub.
 */
import { parseArgs } from 'node:util'
import { createLogger } from '../src-main/log/logger.ts'
import { createHttpServer } from '../src-main/mcp-server/http-server.ts'
import { onBackendChanged } from '../src-main/mcp-server/subscriptions.ts'
import { createFixtureBackend } from '../test/conformance/fixture/fixture-backend.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    verbose: { type: 'boolean' },
    'behind-hub': { type: 'boolean' },
  },
})
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a whole number from 0 to 65535, not "${values.port}".`)
  process.exit(2)
}
const log = createLogger({ level: values.verbose ? 'debug' : 'error', dataDir: null, stream: process.stderr })

const closers: (() => Promise<void>)[] = []

async function serveFixture(onPort: number): Promise<{ mcpUrl: string; url: string }> {
  const backend = createFixtureBackend()
  const server = await createHttpServer({
    config: {
      http: { host: '127.0.0.1', port: onPort, uriPrefix: '', serverName: 'conformance-fixture' },
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
  closers.push(async () => {
    unsubscribe()
    await server.close()
  })
  return server.listen(onPort)
}

async function start(): Promise<{ url: string; mcpUrl: string }> {
  const fixture = await serveFixture(values['behind-hub'] ? 0 : port)
  if (!values['behind-hub']) return fixture
  const { serveBehindHub } = await import('../test/conformance/behind-hub/serve-behind-hub.ts')
  const hub = await serveBehindHub({ upstream: fixture.mcpUrl, port, log })
  closers.unshift(hub.close)
  return hub
}

const { url, mcpUrl } = await start()
console.log(JSON.stringify({ event: 'ready', url, mcp: mcpUrl }))

const stop = () => {
  // In turn: the hub goes before the server that it is connected to.
  void closers.reduce((before, close) => before.then(close), Promise.resolve())
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
